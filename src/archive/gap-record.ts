import { crc32 } from 'node:zlib'
import { MEMBER_HEADER } from './gzip-member.ts'
import { headerBlock } from './header-lines.ts'
import { newRecordId, type RecordSources } from './record.ts'

const TRAILER_BYTES = 8
const BLOCK_HEAD_BYTES = 5
const MAX_BLOCK_BYTES = 0xffff
const END = '\r\n\r\n'

/**
 * A gzip member of exactly `length` bytes with a record that describes what was here. Written over damaged bytes, it makes the file
 * readable again and leaves all other records in place. Null when there is not enough room.
 */
export function gapMember(length: number, description: string, sources: RecordSources): Buffer | null {
  const room = length - MEMBER_HEADER.length - TRAILER_BYTES
  const blocks = Math.ceil(room / (MAX_BLOCK_BYTES + BLOCK_HEAD_BYTES))
  const content = gapRecord(room - blocks * BLOCK_HEAD_BYTES, description, sources)
  return content && storedMember(content, blocks)
}

/** A list of fields, which is not indexed as a page, with a padding field. */
function gapRecord(length: number, description: string, sources: RecordSources): Buffer | null {
  const head = (blockLength: number) =>
    headerBlock('WARC/1.1', [
      ['WARC-Type', 'metadata'],
      ['WARC-Record-ID', `<${newRecordId(sources)}>`],
      ['WARC-Date', sources.now().toISOString()],
      ['Content-Type', 'application/warc-fields'],
      // A fixed number of digits, so that the length of the header does not depend on that of the block.
      ['Content-Length', String(blockLength).padStart(10, '0')],
    ])
  const blockLength = length - head(0).length - END.length
  if (blockLength < 0) return null
  const fields = `description: ${description}\r\n`
  const text = fields.length <= blockLength ? fields : ''
  const filler = blockLength - text.length
  const padding = filler < 12 ? '\n'.repeat(filler) : `padding: ${'.'.repeat(filler - 11)}\r\n`
  return Buffer.concat([head(blockLength), Buffer.from(text + padding, 'latin1'), Buffer.from(END)])
}

/** Stored uncompressed, so that its length is known in advance. */
function storedMember(content: Buffer, blocks: number): Buffer {
  const parts: Buffer[] = [MEMBER_HEADER]
  for (let block = 0; block < blocks; block += 1) {
    const bytes = content.subarray(block * MAX_BLOCK_BYTES, (block + 1) * MAX_BLOCK_BYTES)
    const head = Buffer.alloc(BLOCK_HEAD_BYTES)
    head.writeUInt8(block === blocks - 1 ? 1 : 0, 0)
    head.writeUInt16LE(bytes.length, 1)
    head.writeUInt16LE(bytes.length ^ MAX_BLOCK_BYTES, 3)
    parts.push(head, bytes)
  }
  const trailer = Buffer.alloc(TRAILER_BYTES)
  trailer.writeUInt32LE(crc32(content), 0)
  trailer.writeUInt32LE(content.length % 2 ** 32, 4)
  return Buffer.concat([...parts, trailer])
}
