import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getSurt } from 'warcio'
import { collect, sampleExchange, steadyOptions, temporaryFolder } from './fixtures.ts'
import { indexArchive } from './index-archive.ts'
import { SortedLines } from './sorted-lines.ts'
import { surtOf } from './surt.ts'
import { verifyArchive } from './verify.ts'
import { openArchive } from './warc-writer.ts'

async function* none() {}

async function archiveOf(pages: number): Promise<string> {
  const dir = await temporaryFolder()
  const archive = await openArchive(dir, steadyOptions({ maxFileBytes: 4000 }))
  for (let page = 0; page < pages; page += 1)
    await archive.append(sampleExchange({ url: `https://www.x.example/${pages - page}?b=2&a=1` }))
  await archive.close()
  return dir
}

async function linesOf(dir: string): Promise<string[]> {
  const index = await indexArchive(dir)
  try {
    return await collect(index.lines())
  } finally {
    await index.close()
  }
}

describe('an index', () => {
  it('sorts by reversed host and gives the location of each record', async () => {
    const lines = await linesOf(await archiveOf(9))
    expect(lines.map((line) => line.split(' ', 2).join(' '))).toEqual(
      Array.from({ length: 9 }, (_, page) => `example,x)/${page + 1}?a=1&b=2 20260301120000`),
    )
    expect(JSON.parse(lines[0]?.slice(lines[0].indexOf(' {')) ?? '')).toMatchObject({
      url: 'https://www.x.example/1?b=2&a=1',
      mime: 'text/html',
      status: '200',
      digest: expect.stringMatching(/^sha256:/),
      length: expect.stringMatching(/^\d+$/),
      offset: expect.stringMatching(/^\d+$/),
      filename: expect.stringMatching(/\.warc\.gz$/),
    })
  })

  it('reverses hosts as the independent indexer does', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(surtOf(url)).toBe(getSurt(url))
      }),
    )
    expect(surtOf('urn:eventide:capture:http://x.example/')).toBe('urn:eventide:capture:http://x.example/')
    expect(surtOf('http://')).toBe('http://')
  })

  it('sorts any lines, in memory or in temporary files', async () => {
    const lines = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 0, max: 200 }), async (given, maxHeld) => {
        const sorted = new SortedLines(maxHeld)
        try {
          for (const line of given) await sorted.add(line)
          expect(await collect(sorted.sorted())).toEqual([...given].sort())
        } finally {
          await sorted.close()
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is compared with the archive by verify: missing lines are notes, wrong lines are errors', async () => {
    const dir = await archiveOf(5)
    const index = join(dir, 'index.cdxj')
    const lines = await linesOf(dir)
    const found = async (written: readonly string[]) => {
      await writeFile(index, written.map((line) => `${line}\n`).join(''))
      const problems = await collect(verifyArchive(dir, none(), { index }))
      return problems
        .filter(({ code }) => code.startsWith('index-'))
        .map(({ code, offset }) => [code, offset])
    }
    expect(await found(lines)).toEqual([])
    expect(await found(lines.slice(1, 4))).toEqual([['index-lacks', 3]])
    expect(await found([])).toEqual([['index-lacks', 0]])
    const moved = lines.map((line, at) => (at === 2 ? line.replace('"offset":"', '"offset":"1') : line))
    expect((await found(moved)).map(([code]) => code)).toEqual(['index-wrong', 'index-lacks'])
    const files = (await readdir(dir)).filter((name) => name.endsWith('.gz'))
    expect(files.length).toBeGreaterThan(1)
  })
})
