import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { EXIT_CODES } from '../model/errors.ts'
import { createProgram } from './program.ts'

let folder: string
const inFolder = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-judge-'))
  await writeFile(inFolder('event.yaml'), 'name: Storm\nwhat: [storm]\n')
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(() => rm(folder, { recursive: true }))

async function judge(...args: string[]): Promise<{ out: string[]; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const terminal = {
    out: { write: (text: string) => out.push(text) },
    err: { write: (text: string) => err.push(text) },
  }
  const inThisProcess = ['--reading-workers', '0']
  const command = ['node', 'eventide', 'judge', '--event', inFolder('event.yaml'), ...inThisProcess, ...args]
  await createProgram(terminal).parseAsync(command)
  return { out, err: err.join('') }
}

const page = (n: number) => JSON.stringify({ url: `https://a.example/${n}`, text: 'A storm.' })
const BAD = [
  '{"url": "https://a.example/", ',
  '[]',
  'null',
  '{"text": "no url"}',
  '{"url": "https://a.example/"}',
]

describe('eventide judge', () => {
  it.each(['pages.jsonl', 'pages.jsonl.gz'])(
    'skips bad lines of %s, reports and counts them',
    async (name) => {
      const text = `${page(1)}\n\n${BAD.join('\n')}\n${page(2)}`
      await writeFile(inFolder(name), name.endsWith('.gz') ? gzipSync(text) : text)
      const { out, err } = await judge(inFolder(name))
      expect(out.map((line) => JSON.parse(line).url)).toEqual(['https://a.example/1', 'https://a.example/2'])
      expect(err).toContain(`${name}:3: the line is not valid JSON (line skipped)\n`)
      for (const line of [4, 5, 6, 7]) expect(err).toContain(`${name}:${line}: a line `)
      expect(err).toContain('2 pages judged')
      expect(err).toContain('5 of 7 lines skipped\n')
      expect(process.exitCode).toBe(EXIT_CODES.problems)
    },
  )

  it('counts skipped lines for machines too', async () => {
    await writeFile(inFolder('one.jsonl'), `${page(1)}\n{`)
    const { err } = await judge(inFolder('one.jsonl'), '--json')
    expect(JSON.parse(err.split('\n').find((line) => line.startsWith('{'))!)).toMatchObject({
      judged: 1,
      skipped: 1,
    })
  })

  it('reports the first bad lines of a file that has many, and counts them all', async () => {
    await writeFile(inFolder('many.jsonl'), `${page(1)}\n${'{\n'.repeat(1000)}`)
    const { err } = await judge(inFolder('many.jsonl'))
    expect(err.match(/line skipped/g)).toHaveLength(20)
    expect(err).toContain('1000 of 1001 lines skipped\n')
  })

  it('ends at the first bad line when strict', async () => {
    await writeFile(inFolder('strict.jsonl'), `${page(1)}\n{\n${page(2)}`)
    await expect(judge(inFolder('strict.jsonl'), '--strict')).rejects.toMatchObject({ code: 'input-line' })
  })

  it.each([
    ['x.pdf', '%PDF-1.7\n\u0000\u0001'],
    ['x.txt', 'A storm hit the coast.\nIt was a typhoon.'],
    ['empty.txt', '# nothing\n'],
  ])('refuses %s and says which inputs are accepted', async (name, text) => {
    await writeFile(inFolder(name), text)
    await expect(judge(inFolder(name))).rejects.toThrow(/x\.|empty/)
    await expect(judge(inFolder(name))).rejects.toThrow(
      'Accepted are JSON lines (.jsonl or .ndjson), WARC files (.warc), both also gzipped, HTML files',
    )
  })

  it.each([
    ['none.jsonl', 'the file does not exist'],
    ['torn.jsonl.gz', 'it is not gzip data, or is damaged'],
  ])('says why %s cannot be read', async (name, reason) => {
    if (name.startsWith('torn')) await writeFile(inFolder(name), 'no gzip')
    await expect(judge(inFolder(name))).rejects.toThrow(`Cannot read ${inFolder(name)}: ${reason}`)
  })
})
