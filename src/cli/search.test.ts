import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventContext } from '../event-context.ts'
import { searchLibrary } from '../library/search.ts'
import { TestLibrary } from '../library/test-library.ts'
import { Connection } from '../store/sqlite/connection.ts'
import { createProgram } from './program.ts'
import { upgradeCollections } from './upgrade-collections.ts'

const TACLOBAN = { ...eventContext.places.resolve('Tacloban, Philippines')!, count: 1 }

let bed: TestLibrary
beforeAll(async () => {
  bed = await TestLibrary.make('haiyan', [
    {
      url: 'https://a.example/2013/11/08/storm-surge-in-tacloban',
      title: 'Storm surge in Tacloban',
      text: 'The storm surge came at night.',
      published: '2013-11-08',
      places: [TACLOBAN],
    },
    {
      url: 'https://b.example/2013/12/24/after-the-storm',
      title: 'After the storm \u001b[31m',
      text: 'The storm is long gone. Rebuilding begins.',
      published: '2013-12-24',
    },
  ])
  await writeFile(join(bed.folder, 'event.yaml'), 'name: Haiyan\nwhat: [storm]\n')
})
afterAll(() => bed.remove())

async function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = {
    out: { write: (text: string) => out.push(text) },
    err: { write: (text: string) => err.push(text) },
  }
  await createProgram(terminal).parseAsync(['node', 'eventide', 'search', bed.folder, ...args])
  return { out: out.join(''), err: err.join('') }
}
const titles = async (...args: string[]) =>
  (await run(...args, '--json')).out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).title.slice(0, 11))

describe('eventide search', () => {
  it('accepts the query language of the search box and its options', async () => {
    expect(await titles('storm place:Philippines')).toEqual(['Storm surge'])
    expect(await titles('storm -site:a.example')).toEqual(['After the s'])
    expect(await titles('storm', '--near', 'Tacloban, Philippines', '--within', '800m')).toEqual([
      'Storm surge',
    ])
    expect(await titles('storm', '--from', '2013-12')).toEqual(['After the s'])
    expect(await titles('storm', '--to', '2013-11')).toEqual(['Storm surge'])
    expect(await titles('storm', '--sort', 'oldest')).toEqual(['Storm surge', 'After the s'])
    expect(await titles('', '--sort', 'time', '--offset', '1')).toEqual(['Storm surge'])
  })

  it("prints the API's results with --json", async () => {
    const { out } = await run('surge', '--json')
    const options = { sort: 'relevance', limit: 10, offset: 0 } as const
    const { hits } = await searchLibrary([bed.collection], { q: 'surge' }, options, eventContext)
    expect(JSON.parse(out)).toEqual({ ...hits[0], collection: expect.any(String) })
  })

  it('reports unusable parts of the query, and prints no control characters', async () => {
    const { out, err } = await run('storm place:Nowhereville')
    expect(err).toContain('no place is called "Nowhereville"')
    expect(err).toContain('2 of 2 pages')
    expect(out).not.toContain('\u001b')
    await expect(run('storm', '--near', 'Nowhereville')).rejects.toMatchObject({ code: 'unknown-place' })
  })
})

it('upgrades an older collection before serving it', async () => {
  const path = join(bed.folder, 'old', 'collection.db')
  await mkdir(join(bed.folder, 'old'))
  const database = new Connection(path, false)
  const fixture = join(import.meta.dirname, '../store/sqlite/fixtures/format-3.sql')
  database.exec(await readFile(fixture, 'utf8'))
  database.close()
  const output: string[] = []
  const write = (text: string) => output.push(text)
  await upgradeCollections(bed.folder, { out: { write }, err: { write } })
  expect(output.join('')).toBe(`${join(bed.folder, 'old')} was upgraded\n`)
  await upgradeCollections(bed.folder, { out: { write }, err: { write } })
  expect(output).toHaveLength(1)
})
