import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Exchange } from '../model/exchange.ts'
import { type ArchiveFile, diskLayer, type FileLayer } from './archive-file.ts'
import type { ArchiveOptions } from './warc-writer.ts'

/** An exchange for tests, with changes. */
export function sampleExchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    url: 'https://news.example/storm?page=1',
    method: 'GET',
    requestHeaders: [
      ['Host', 'news.example'],
      ['User-Agent', 'Eventide/0 (+mailto:desk@library.example)'],
    ],
    status: 200,
    statusText: 'OK',
    responseHeaders: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ],
    body: Buffer.from('<p>The storm made landfall in the night.</p>'),
    truncated: null,
    ip: '192.0.2.7',
    startedAt: new Date('2026-03-01T12:00:00.123Z'),
    ...changes,
  }
}

/** Deterministic: a fixed clock and counted randomness. */
export function steadyOptions(changes: Partial<ArchiveOptions> = {}): ArchiveOptions {
  let drawn = 0
  return {
    software: 'Eventide/0.1.0',
    now: () => new Date('2026-03-01T12:00:00.500Z'),
    randomBytes: (count) => {
      drawn += 1
      const bytes = Buffer.alloc(count)
      bytes.writeUInt32BE(drawn, count - 4)
      return bytes
    },
    files: withoutSyncing,
    ...changes,
  }
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Real files without syncing, for tests that check the calls only. */
const withoutSyncing: FileLayer = watched(() => {}, true)

export type Operation =
  | 'create'
  | 'reopen'
  | 'write'
  | 'sync'
  | 'truncate'
  | 'close'
  | 'remove'
  | 'syncDirectory'

/**
 * Calls `before` ahead of every operation: it may throw to make it fail, or return the maximum number of bytes to write.
 * Does not sync unless `skipSync` is false.
 */
export function watched(
  before: (operation: Operation, path: string) => number | undefined | void | Promise<void>,
  skipSync = true,
): FileLayer {
  const watch = (file: ArchiveFile, path: string): ArchiveFile => ({
    async write(bytes, position) {
      const maxBytes = (await before('write', path)) ?? bytes.length
      return file.write(bytes.subarray(0, maxBytes), position)
    },
    async sync() {
      await before('sync', path)
      if (!skipSync) await file.sync()
    },
    async truncate(length) {
      await before('truncate', path)
      await file.truncate(length)
    },
    length: () => file.length(),
    async close() {
      await file.close()
      await before('close', path)
    },
  })
  return {
    ...diskLayer,
    async create(path) {
      await before('create', path)
      return watch(await diskLayer.create(path), path)
    },
    async reopen(path) {
      await before('reopen', path)
      return watch(await diskLayer.reopen(path), path)
    },
    async remove(path) {
      await before('remove', path)
      await diskLayer.remove(path)
    },
    async syncDirectory(path) {
      await before('syncDirectory', path)
      if (!skipSync) await diskLayer.syncDirectory(path)
    },
  }
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of source) all.push(item)
  return all
}

export async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
