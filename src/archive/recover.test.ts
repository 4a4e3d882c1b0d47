import { spawnSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Capture } from '../model/exchange.ts'
import { collect, sampleExchange, steadyOptions, temporaryFolder, watched } from './fixtures.ts'
import { recoverArchive } from './recover.ts'
import { readWarcFile } from './warc-reader.ts'
import { openArchive } from './warc-writer.ts'

const PAGES = ['https://x.example/1', 'https://x.example/2', 'https://x.example/3']
const files = watched(() => undefined)

let dir = ''
let name = ''
let whole: Buffer = Buffer.alloc(0)
let captures: Capture[] = []
let marker = ''

/** An archive whose writer is about to be killed: closed behind its back, marker and all. */
beforeEach(async () => {
  dir = await temporaryFolder()
  const archive = await openArchive(dir, steadyOptions())
  captures = []
  for (const url of PAGES) captures.push(await archive.append(sampleExchange({ url })))
  name = captures[0]?.location.file ?? ''
  marker = await readFile(join(dir, `${name}.open`), 'utf8')
  await archive.close()
  whole = await readFile(join(dir, name))
})

const endOf = (capture: Capture | undefined) =>
  capture ? capture.location.offset + capture.location.length : 0

async function crashed(bytes: Buffer, owner = marker): Promise<void> {
  await writeFile(join(dir, name), bytes)
  await writeFile(join(dir, `${name}.open`), owner)
}

async function types(): Promise<string[]> {
  const events = await collect(readWarcFile(join(dir, name)))
  return events.map((event) => (event.kind === 'record' ? event.record.type : event.problem.code))
}

/** All around the seams, evenly in between; the reader's own test tries every byte. */
function cutsBetween(start: number, seam: number, end: number): number[] {
  const all = Array.from({ length: end - start }, (_, at) => start + at)
  return all.filter(
    (at) => (at - start) % 17 === 0 || Math.abs(at - seam) < 4 || at - start < 4 || end - at < 12,
  )
}

describe('recovery', () => {
  it('does nothing when no file is open or the folder does not exist', async () => {
    expect(await recoverArchive(dir, { files })).toEqual([])
    expect(await recoverArchive(join(dir, 'none'), { files })).toEqual([])
  })

  it('removes and saves the tail of an interrupted exchange, and keeps the exchanges before it', async () => {
    const known = endOf(captures[1])
    const response = captures[2]?.location.offset ?? 0
    for (const length of cutsBetween(known, response, whole.length)) {
      await crashed(whole.subarray(0, length))
      const [recovered] = await recoverArchive(dir, {
        exclusive: true,
        files,
        knownEnds: new Map([[name, known]]),
      })
      const end = length >= response ? response : known
      expect(recovered).toMatchObject({ file: name, length: end, unclaimed: [] })
      expect((await readFile(join(dir, name))).equals(whole.subarray(0, end))).toBe(true)
      if (length === end) expect(recovered).toMatchObject({ state: 'sound', cut: null })
      else {
        expect(recovered).toMatchObject({ state: 'cut', cut: { offset: end, bytes: length - end } })
        const kept = join(dir, recovered?.cut?.keptAs ?? '')
        expect((await readFile(kept)).equals(whole.subarray(end, length))).toBe(true)
        await rm(kept)
      }
      expect(await readdir(dir)).toEqual([name])
    }
  })

  it('reports and keeps complete captures that are unknown to the database', async () => {
    await crashed(whole)
    const knownEnds = new Map([[name, endOf(captures[0])]])
    const [recovered] = await recoverArchive(dir, { exclusive: true, files, knownEnds })
    expect(recovered).toMatchObject({ state: 'sound', length: whole.length })
    expect(recovered?.unclaimed.map(({ url }) => url)).toEqual(PAGES.slice(1))
    expect(await types()).toHaveLength(7)
  })

  it('works without the database, removes zeros, and can be repeated', async () => {
    await crashed(Buffer.concat([whole, Buffer.alloc(4096)]))
    expect(await recoverArchive(dir, { exclusive: true, files })).toMatchObject([
      { state: 'cut', cut: { bytes: 4096 } },
    ])
    expect((await readFile(join(dir, name))).equals(whole)).toBe(true)
    expect(await recoverArchive(dir, { exclusive: true, files })).toEqual([])
  })

  it('can be run by several processes at once', async () => {
    await crashed(whole.subarray(0, whole.length - 5))
    await Promise.all(Array.from({ length: 6 }, () => recoverArchive(dir, { exclusive: true, files })))
    expect((await readFile(join(dir, name))).equals(whole.subarray(0, captures[2]?.location.offset))).toBe(
      true,
    )
    const kept = (await readdir(dir)).filter((found) => found.includes('.cut-'))
    const contents = await Promise.all(kept.map((found) => readFile(join(dir, found))))
    const tail = whole.subarray(captures[2]?.location.offset, whole.length - 5)
    expect(contents.some((content) => content.equals(tail))).toBe(true)
  })

  it('removes a file with no exchange in it, and a marker without a file', async () => {
    const first = await collect(readWarcFile(join(dir, name)))
    const info = first[0]?.kind === 'record' ? first[0].record.length : 0
    for (const length of [0, 5, info, info + 9]) {
      await crashed(whole.subarray(0, length))
      expect(await recoverArchive(dir, { exclusive: true, files })).toMatchObject([
        { state: 'removed', length: 0 },
      ])
      expect((await readdir(dir)).filter((found) => !found.includes('.cut-'))).toEqual([])
    }
    await writeFile(join(dir, `${name}.open`), '')
    await recoverArchive(dir, { files })
    expect((await readdir(dir)).filter((found) => found.endsWith('.open'))).toEqual([])
  })

  it('reports when the disk lost synced data', async () => {
    await crashed(whole.subarray(0, endOf(captures[0])))
    const knownEnds = new Map([[name, whole.length]])
    expect(await recoverArchive(dir, { exclusive: true, files, knownEnds })).toMatchObject([
      { state: 'short' },
    ])
  })

  it('does not touch a file whose writer may be running', async () => {
    const half = whole.subarray(0, whole.length - 5)
    const owner = JSON.parse(marker)
    const dead = spawnSync(process.execPath, ['-e', '0']).pid
    const other = { ...owner, instance: 'another' }
    for (const [changed, state] of [
      [owner, 'live'],
      [{ ...other, pid: process.ppid, started: '' }, process.platform === 'linux' ? 'cut' : 'live'],
      [{ ...other, host: 'another host', pid: dead }, 'live'],
      [{ ...other, pid: dead }, 'cut'],
      [other, 'cut'],
      [{ pid: 'x' }, 'cut'],
    ] as const) {
      await crashed(half, JSON.stringify(changed))
      expect(await recoverArchive(dir, { files })).toMatchObject([{ state }])
      expect(await types()).toContain(state === 'live' ? 'gzip-truncated' : 'request')
    }
  })

  it('removes a tail that cannot be saved, and reports a disk that refuses to truncate', async () => {
    const full = watched((operation, path) => {
      if (operation === 'write' && path.includes('.cut-')) throw new Error('full')
      return undefined
    })
    await crashed(whole.subarray(0, whole.length - 5))
    const [recovered] = await recoverArchive(dir, { exclusive: true, files: full })
    expect(recovered).toMatchObject({ state: 'cut', cut: { keptAs: null } })
    const readOnly = watched((operation) => {
      if (operation === 'reopen') throw new Error('read-only')
      return undefined
    })
    await crashed(whole.subarray(0, whole.length - 5))
    const refused = recoverArchive(dir, { exclusive: true, files: readOnly })
    await expect(refused).rejects.toMatchObject({ code: 'archive-write' })
    expect(await readdir(dir)).toContain(`${name}.open`)
  })
})
