import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EventideError } from '../model/errors.ts'
import type { Capture } from '../model/exchange.ts'
import {
  collect,
  type Operation,
  sampleExchange,
  steadyOptions,
  temporaryFolder,
  watched,
} from './fixtures.ts'
import { recoverArchive } from './recover.ts'
import { verifyArchive } from './verify.ts'
import { openArchive } from './warc-writer.ts'

const PAGES = Array.from({ length: 6 }, (_, page) => `https://x.example/${page}`)

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code })
}

/** Appends the pages in pairs; every call of `fails` may throw. Returns what was answered, then looks at the disk. */
async function crawl(
  before: (operation: Operation, path: string) => number | undefined,
  maxFileBytes = 3000,
) {
  const dir = await temporaryFolder()
  const files = watched(before)
  const archive = await openArchive(dir, steadyOptions({ files, maxFileBytes }))
  const answers: PromiseSettledResult<Capture>[] = []
  for (let at = 0; at < PAGES.length; at += 2) {
    const pair = PAGES.slice(at, at + 2).map((url) => archive.append(sampleExchange({ url })))
    answers.push(...(await Promise.allSettled(pair)))
  }
  await archive.close()
  return { dir, answers }
}

async function expectTruthful(dir: string, answers: readonly PromiseSettledResult<Capture>[]) {
  await recoverArchive(dir, { exclusive: true, files: watched(() => undefined) })
  async function* claimed() {
    for (const [page, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') yield { ...answer.value, url: PAGES[page] ?? '' }
    }
  }
  const verification = verifyArchive(dir, claimed())
  expect(await collect(verification)).toEqual([])
  for (const answer of answers) {
    if (answer.status !== 'rejected') continue
    expect(answer.reason).toBeInstanceOf(EventideError)
    expect(answer.reason).toMatchObject({ code: 'archive-write', exit: 'archive' })
  }
  expect((await readdir(dir)).filter((name) => !name.endsWith('.warc.gz'))).toEqual([])
}

const FAULTS: readonly [Operation, string][] = [
  ['create', 'EMFILE'],
  ['write', 'ENOSPC'],
  ['write', 'EIO'],
  ['sync', 'EIO'],
  ['syncDirectory', 'EIO'],
]

describe('disk failures', () => {
  for (const [operation, code] of FAULTS) {
    it(`${operation} ${code} at any call: acknowledged exchanges are archived, rejected ones are not`, async () => {
      let refused = 0
      for (let nth = 1; ; nth += 1) {
        let calls = 0
        const { dir, answers } = await crawl((called) => {
          if (called === operation) calls += 1
          if (called === operation && calls === nth) throw systemError(code)
          return undefined
        })
        await expectTruthful(dir, answers)
        refused += answers.filter((answer) => answer.status === 'rejected').length
        if (calls < nth) break
        expect(nth).toBeLessThan(100)
      }
      expect(refused).toBeGreaterThan(0)
    })
  }

  it('loses nothing when any write is short', async () => {
    for (const maxBytes of [1, 7, 100]) {
      let calls = 0
      const { dir, answers } = await crawl((operation) => {
        if (operation !== 'write') return undefined
        calls += 1
        return calls % 2 === 1 ? maxBytes : undefined
      })
      expect(answers.every((answer) => answer.status === 'fulfilled')).toBe(true)
      await expectTruthful(dir, answers)
    }
  })

  it('leaves no partial record after a short write and a full disk', async () => {
    let refused = 0
    for (let nth = 1; ; nth += 1) {
      let calls = 0
      const { dir, answers } = await crawl((operation) => {
        if (operation !== 'write') return undefined
        calls += 1
        if (calls === nth) return 5
        if (calls === nth + 1) throw systemError('ENOSPC')
        return undefined
      })
      await expectTruthful(dir, answers)
      refused += answers.filter((answer) => answer.status === 'rejected').length
      if (calls <= nth) break
    }
    expect(refused).toBeGreaterThan(8)
  })

  it('leaves a tail that cannot be removed to recovery', async () => {
    let calls = 0
    const { dir, answers } = await crawl((operation, path) => {
      if (operation === 'truncate') throw systemError('EIO')
      if (operation !== 'write' || !path.endsWith('.gz')) return undefined
      calls += 1
      if (calls === 4) return 5
      if (calls === 5) throw systemError('EIO')
      return undefined
    }, 1e6)
    expect(answers.map((answer) => answer.status).slice(0, 4)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    const [recovered] = await recoverArchive(dir, { exclusive: true })
    expect(recovered).toMatchObject({ state: 'cut', cut: { bytes: 5, why: { code: 'gzip-truncated' } } })
    const kept = (await readdir(dir)).filter((name) => name.includes('.cut-'))
    expect(kept).toEqual([recovered?.cut?.keptAs])
  })

  it('rejects every append while the disk is full, leaves nothing behind, and works again once there is space', async () => {
    const dir = await temporaryFolder()
    let full = true
    const files = watched((operation) => {
      if (full && operation === 'write') throw systemError('ENOSPC')
      return undefined
    })
    const archive = await openArchive(dir, steadyOptions({ files }))
    for (const url of PAGES) {
      await expect(archive.append(sampleExchange({ url }))).rejects.toThrow('Free some space')
    }
    expect(await readdir(dir)).toEqual([])
    full = false
    const answers = await Promise.allSettled(PAGES.map((url) => archive.append(sampleExchange({ url }))))
    await archive.close()
    await expectTruthful(dir, answers)
    expect(answers.every((answer) => answer.status === 'fulfilled')).toBe(true)
  })

  it('never writes again to a file whose sync failed', async () => {
    const dir = await temporaryFolder()
    let failing = false
    const files = watched((operation) => {
      if (failing && operation === 'sync') throw systemError('EIO')
      return undefined
    })
    const archive = await openArchive(dir, steadyOptions({ files }))
    const before = await archive.append(sampleExchange({ url: PAGES[0] }))
    failing = true
    await expect(archive.append(sampleExchange({ url: PAGES[1] }))).rejects.toThrow('Check the disk')
    failing = false
    const after = await archive.append(sampleExchange({ url: PAGES[2] }))
    await archive.close()
    expect(after.location.file).not.toBe(before.location.file)
    expect((await readdir(dir)).filter((name) => name.endsWith('.open'))).toEqual([
      `${before.location.file}.open`,
    ])
  })

  it.each([
    ['removed', (file: string) => rm(file)],
    ['cut', (file: string) => truncate(file, 100)],
  ])('writes nothing more to a file that another program has %s', async (how, destroy) => {
    const dir = await temporaryFolder()
    const archive = await openArchive(dir, steadyOptions())
    const before = await archive.append(sampleExchange({ url: PAGES[0] }))
    await destroy(join(dir, before.location.file))
    await expect(archive.append(sampleExchange({ url: PAGES[1] }))).rejects.toMatchObject({
      code: 'archive-write',
      message: expect.stringMatching(
        new RegExp(`${before.location.file}.*${how} by another program.*recover`),
      ),
    })
    const after = await archive.append(sampleExchange({ url: PAGES[2] }))
    await archive.close()
    expect(after.location.file).not.toBe(before.location.file)
    const left = await stat(join(dir, before.location.file)).catch(() => null)
    expect(left?.size).toBe(how === 'cut' ? 100 : undefined)
  })

  it('does not overwrite an existing file or marker', async () => {
    const dir = await temporaryFolder()
    const one = await openArchive(dir, steadyOptions())
    const first = await one.append(sampleExchange({ url: PAGES[0] }))
    const before = await readdir(dir)
    const two = await openArchive(dir, steadyOptions())
    await expect(two.append(sampleExchange({ url: PAGES[1] }))).rejects.toThrow('EEXIST')
    expect(await readdir(dir)).toEqual(before)
    const second = await two.append(sampleExchange({ url: PAGES[1] }))
    expect(second.location.file).not.toBe(first.location.file)
    await Promise.all([one.close(), two.close()])
  })

  it('names the folder that cannot be created', async () => {
    const files = {
      ...watched(() => undefined),
      makeDirectory: () => Promise.reject(systemError('EROFS')),
    }
    const opening = openArchive(join('somewhere', 'archive'), steadyOptions({ files }))
    await expect(opening).rejects.toThrow(/somewhere.archive.*read-only/)
  })
})
