import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DiskCall } from './disk-journal.ts'

/** What a disk may do with a sector that was written and not synced. */
const SECTOR = 512

type Change =
  | { readonly kind: 'write'; readonly at: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly length: number }

interface Inode {
  /** What a sync has made safe. */
  safe: Buffer
  /** Changes since, in order. */
  unsafe: Change[]
  /** Of a directory: its entries, safe ones and changes since. */
  readonly entries: Entries | null
}

interface EntryChange {
  readonly name: string
  /** Null: removed. */
  readonly inode: Inode | null
}

interface Entries {
  safe: Map<string, Inode>
  /** Changes since the last sync; those of one call belong together: a rename happens whole or not at all. */
  unsafe: (readonly EntryChange[])[]
  /** As programs see it. */
  readonly now: Map<string, Inode>
}

/**
 * A disk that keeps only what was synced: data by a sync of the file, names by a sync of the folder. After a power failure everything else may be
 * there, in part, as zeros, as garbage, or not at all. As strict as POSIX allows; real file systems keep more.
 */
export class DiskModel {
  readonly #root: string
  readonly #top = folderInode()
  readonly #open = new Map<string, Inode>()

  /** `root`: the folder that exists, and is safe, from the beginning. */
  constructor(root: string) {
    this.#root = root
  }

  apply(call: DiskCall): void {
    const handle = `${call.pid} ${call.fd}`
    const inode = this.#open.get(handle)
    if (call.op === 'open') this.#opened(handle, call)
    else if (call.op === 'close') this.#open.delete(handle)
    else if (call.op === 'write') inode?.unsafe.push({ kind: 'write', at: call.a, data: call.data })
    else if (call.op === 'truncate') inode?.unsafe.push({ kind: 'truncate', length: call.a })
    else if (call.op === 'sync' && inode) sync(inode)
    else if (call.op === 'mkdir') this.#enter(this.#change(call.path, folderInode()))
    else if (call.op === 'unlink') this.#enter(this.#change(call.path, null))
    else if (call.op === 'link') this.#enter(this.#change(call.to, this.#at(call.path)))
    else if (call.op === 'rename')
      this.#enter(this.#change(call.path, null), this.#change(call.to, this.#at(call.path)))
  }

  /** Writes what a power failure at this moment leaves behind, as `random` has it. */
  async lose(into: string, random: () => number): Promise<void> {
    await writeFolder(this.#top, into, random)
  }

  #opened(handle: string, { path, a: created, b: emptied }: DiskCall): void {
    if (created) this.#enter(this.#change(path, { safe: Buffer.alloc(0), unsafe: [], entries: null }))
    const inode = this.#at(path)
    if (!inode) return
    this.#open.set(handle, inode)
    if (emptied && !created) inode.unsafe.push({ kind: 'truncate', length: 0 })
  }

  #enter(...changes: { folder: Inode; change: EntryChange }[]): void {
    const folders = new Set(changes.map(({ folder }) => folder))
    for (const folder of folders) {
      const own = changes.filter((one) => one.folder === folder).map(({ change }) => change)
      folder.entries?.unsafe.push(own)
      for (const { name, inode } of own)
        if (inode) folder.entries?.now.set(name, inode)
        else folder.entries?.now.delete(name)
    }
  }

  #change(path: string, inode: Inode | null): { folder: Inode; change: EntryChange } {
    const folder = this.#at(dirname(path))
    if (!folder) throw new Error(`the folder of ${path} is not known`)
    return { folder, change: { name: basename(path), inode } }
  }

  #at(path: string): Inode | null {
    if (path === this.#root) return this.#top
    const parts = path.slice(this.#root.length + 1).split('/')
    let inode: Inode | undefined = this.#top
    for (const part of parts) inode = inode?.entries?.now.get(part)
    return inode ?? null
  }
}

function folderInode(): Inode {
  return { safe: Buffer.alloc(0), unsafe: [], entries: { safe: new Map(), unsafe: [], now: new Map() } }
}

function sync(inode: Inode): void {
  if (inode.entries) {
    inode.entries.safe = new Map(inode.entries.now)
    inode.entries.unsafe = []
  } else {
    inode.safe = changed(inode.safe, inode.unsafe)
    inode.unsafe = []
  }
}

/** A file after changes, some of which may be left out. */
function changed(bytes: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) =>
    change.kind === 'write' ? change.at + change.data.length : change.length,
  )
  const all = Buffer.alloc(ends.reduce((most, end) => Math.max(most, end), bytes.length))
  bytes.copy(all)
  let { length } = bytes
  for (const change of changes) {
    if (change.kind === 'write') {
      change.data.copy(all, change.at)
      length = Math.max(length, change.at + change.data.length)
    } else {
      all.fill(0, change.length)
      length = change.length
    }
  }
  return all.subarray(0, length)
}

async function writeFolder({ entries }: Inode, path: string, random: () => number): Promise<void> {
  await mkdir(path, { recursive: true })
  const left = new Map(entries?.safe)
  const keep = chance(random)
  for (const change of entries?.unsafe ?? [])
    if (keep())
      for (const { name, inode } of change)
        if (inode) left.set(name, inode)
        else left.delete(name)
  for (const [name, inode] of left) {
    if (inode.entries) await writeFolder(inode, join(path, name), random)
    else await writeFile(join(path, name), leftOf(inode, random))
  }
}

/** All, none, or each by chance. */
function chance(random: () => number): () => boolean {
  const kind = random()
  if (kind < 0.25) return () => true
  return kind < 0.5 ? () => false : () => random() < 0.5
}

/** The file after the power failed: each unsynced change there or not, and sectors of it possibly zeros or garbage. */
function leftOf({ safe, unsafe }: Inode, random: () => number): Buffer {
  const keep = chance(random)
  const left = changed(
    safe,
    unsafe.filter(() => keep()),
  )
  if (random() < 0.7) return left
  for (const change of unsafe) if (change.kind === 'write') garble(left, change, random)
  return left
}

function garble(bytes: Buffer, { at, data }: { at: number; data: Buffer }, random: () => number): void {
  for (let from = at - (at % SECTOR); from < at + data.length; from += SECTOR) {
    if (random() < 0.8) continue
    const end = Math.min(at + data.length, from + SECTOR, bytes.length)
    if (end > Math.max(at, from))
      bytes.fill(random() < 0.5 ? 0 : Math.floor(random() * 256), Math.max(at, from), end)
  }
}
