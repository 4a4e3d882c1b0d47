import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const documents = [
  ...readdirSync(ROOT),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))

const LANGUAGES = new Set(['sh', 'text', 'yaml', 'json', 'js', 'ts', 'nginx', 'sql', 'html'])

interface Block {
  readonly language: string
  readonly text: string
}

function blocksOf(document: string): Block[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }))
}

describe('blocks in the docs', () => {
  it.each(documents)('%s tags every block with a known language', (document) => {
    const languages = blocksOf(document).map(({ language }) => language)
    expect(languages.filter((language) => !LANGUAGES.has(language))).toEqual([])
  })

  it.each(documents)('%s has only commands in shell blocks, each runnable as written', (document) => {
    const lines = blocksOf(document)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'))
      .filter((line) => line.trim() !== '')
    expect(lines.filter((line) => /^\s*\$ |<[a-z ]+>|\.\.\.$/.test(line))).toEqual([])
    expect(lines.filter((line) => /^eventide\b/.test(line))).toEqual([])
  })

  it.each(documents)('%s has no commands outside fenced blocks and code spans', (document) => {
    const prose = readFileSync(join(ROOT, document), 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
    expect(prose.match(/^ {4,}(?:\$ |npx |npm |eventide )[^\n]*/gm) ?? []).toEqual([])
  })

  it.each(documents)('%s names only files of the project that exist', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    const named = [...text.matchAll(/(?<![\w/.-])(?:src|test|bench|scripts|web|examples)\/[\w./-]*\w/g)]
    const missing = named.map(([path]) => path).filter((path) => !existsSync(join(ROOT, path)))
    expect([...new Set(missing)]).toEqual([])
  })
})
