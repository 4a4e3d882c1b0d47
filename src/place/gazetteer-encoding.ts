import { closeSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { FORMAT, type Header, MAGIC, type SectionName, type Source } from './gazetteer-format.ts'

/** Row numbers in the order of their hashes, ties by `ties`. */
export function sortedBy(hashes: Uint32Array, ties?: (a: number, b: number) => number): Uint32Array {
  const order = new Uint32Array(hashes.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  return order.sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || (ties ? ties(a, b) : 0) || a - b)
}

/** Open addressing at half load: entry = key index + 1, 0 = free. */
export function slotsOf(keyHash: Uint32Array): Uint32Array {
  let size = 1024
  while (size < keyHash.length * 2) size *= 2
  const slots = new Uint32Array(size)
  for (let key = 0; key < keyHash.length; key++) {
    let slot = (keyHash[key] ?? 0) & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = key + 1
  }
  return slots
}

const ALIGNMENT = 8

/** Writes the header, then every section aligned to eight bytes. Renamed into place so that readers never see a partial file. */
export function writeSections(
  path: string,
  sections: ReadonlyMap<SectionName, ArrayBufferView>,
  about: { version: string; sources: readonly Source[]; places: number },
): void {
  const table: Record<string, { offset: number; length: number }> = {}
  let offset = 0
  for (const [name, data] of sections) {
    table[name] = { offset, length: data.byteLength }
    offset += Math.ceil(data.byteLength / ALIGNMENT) * ALIGNMENT
  }
  const header: Header = {
    format: FORMAT,
    version: about.version,
    places: about.places,
    keys: (sections.get('keyHash')?.byteLength ?? 0) / 4,
    sources: about.sources,
    sections: table,
  }
  const json = Buffer.from(JSON.stringify(header))
  const start = Math.ceil((12 + json.length) / ALIGNMENT) * ALIGNMENT
  const head = Buffer.alloc(start)
  head.writeUInt32LE(MAGIC, 0)
  head.writeUInt32LE(FORMAT, 4)
  head.writeUInt32LE(json.length, 8)
  json.copy(head, 12)
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(`${path}.part`, 'w')
  try {
    writeAll(file, head)
    for (const data of sections.values()) {
      writeAll(file, Buffer.from(data.buffer, data.byteOffset, data.byteLength))
      writeAll(file, Buffer.alloc(Math.ceil(data.byteLength / ALIGNMENT) * ALIGNMENT - data.byteLength))
    }
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.part`, path)
}

function writeAll(file: number, data: Buffer): void {
  for (let at = 0; at < data.length; ) at += writeSync(file, data, at)
}
