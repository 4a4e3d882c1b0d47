import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Connection } from './connection.ts'
import { openSqliteStore } from './open.ts'
import { isVocabularyTerm } from './vocabulary-term.ts'

const folder = mkdtempSync(join(tmpdir(), 'eventide-vocabulary-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a term of the vocabulary', () => {
  it('is in the index as it was written', async () => {
    const path = join(folder, 'collection.db')
    await (await openSqliteStore(path)).close()
    const connection = new Connection(path, false)
    const terms = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit))
      .filter(isVocabularyTerm)
      .map((letter) => `a${letter}`)
    expect(terms.length).toBeGreaterThan(30_000)
    expect(terms).toEqual(expect.arrayContaining(['a台', 'aа', 'aé', 'aα', 'a7']))
    connection.run('INSERT INTO page_terms (rowid, title, body) VALUES (1, ?, ?)', '', terms.join(' '))
    connection.exec('CREATE VIRTUAL TABLE temp.stored USING fts5vocab(main, page_terms, row)')
    const stored = connection.lists<[string]>('SELECT term FROM temp.stored')
    connection.close()
    expect(new Set(stored.map(([term]) => term))).toEqual(new Set(terms))
  })

  it('has no letter whose case is folded, and nothing else than letters and digits', () => {
    for (const term of [
      'ς',
      'µ',
      'ß',
      'A',
      'a b',
      "a'",
      'a*',
      '',
      '\0',
      'a\u200d',
      '\u{20000}',
      'x'.repeat(101),
    ])
      expect(isVocabularyTerm(term), JSON.stringify(term)).toBe(false)
  })
})
