import { createHash } from 'node:crypto'
import { headerValue } from '../http/headers.ts'
import { Partitions } from './partitions.ts'
import type { WarcRecord } from './warc-record.ts'

/** A wrong reference from one record to another. */
export interface WrongReference {
  readonly code: 'duplicate-id' | 'missing-partner' | 'missing-target' | 'wrong-target' | 'unclaimed-target'
  /** Index of its file in the caller's list. */
  readonly file: number
  readonly offset: number
}

/** Finds duplicate record ids and wrong references, among any number of records. */
export class References {
  readonly #lines: Partitions

  constructor(maxHeld?: number) {
    this.#lines = new Partitions(maxHeld)
  }

  /** `isClaimed`: the database counts on the record. */
  async add(record: WarcRecord, file: number, isClaimed: boolean): Promise<void> {
    const id = headerValue(record.fields, 'WARC-Record-ID')
    if (id) await this.#add(id, file, record.offset, 'is', proofOf(record))
    const refersTo = headerValue(record.fields, 'WARC-Refers-To')
    // Only a revisit is useless without the record it refers to.
    const isRevisit = record.type === 'revisit'
    const code = isRevisit ? (isClaimed ? 'missing-target' : 'unclaimed-target') : 'missing-partner'
    if (refersTo)
      await this.#add(refersTo, file, record.offset, code, isRevisit ? claimOf(record) : NOT_STATED)
    const partner = headerValue(record.fields, 'WARC-Concurrent-To')
    if (partner && partner !== refersTo)
      await this.#add(partner, file, record.offset, 'missing-partner', NOT_STATED)
  }

  async *wrong(): AsyncGenerator<WrongReference, void, undefined> {
    for (const key of this.#lines.keys().sort()) {
      const lines = (await this.#lines.lines(key)).map((line) => line.split(' '))
      const proofs = new Map<string, string>()
      for (const [print = '', kind, file, offset, proof = ''] of lines) {
        if (kind !== 'is') continue
        if (proofs.has(print)) yield { code: 'duplicate-id', file: Number(file), offset: Number(offset) }
        else proofs.set(print, proof)
      }
      for (const [print = '', kind, file, offset, claim] of lines) {
        if (kind !== 'missing-partner' && kind !== 'missing-target' && kind !== 'unclaimed-target') continue
        const proof = proofs.get(print)
        const place = { file: Number(file), offset: Number(offset) }
        if (proof === undefined) yield { code: kind, ...place }
        else if (claim !== NOT_STATED && claim !== proof)
          yield { code: kind === 'unclaimed-target' ? kind : 'wrong-target', ...place }
      }
    }
  }

  close(): Promise<void> {
    return this.#lines.close()
  }

  async #add(id: string, file: number, offset: number, kind: string, proof: string): Promise<void> {
    // 128 bits: the probability of a collision among a billion ids is 10^-20.
    const print = hash(id)
    await this.#lines.add(print.slice(0, 2), `${print} ${kind} ${file} ${offset} ${proof}`)
  }
}

const NOT_STATED = '-'

/** What a revisit may state about this record: URL, time and payload of a complete response. */
function proofOf(record: WarcRecord): string {
  const field = (name: string) => headerValue(record.fields, name) ?? ''
  if (record.type !== 'response' || field('WARC-Truncated') !== '') return record.type || NOT_STATED
  return hash([record.url, field('WARC-Date'), field('WARC-Payload-Digest')].join('\n'))
}

function claimOf(record: WarcRecord): string {
  const field = (name: string) => headerValue(record.fields, name) ?? ''
  const stated = [
    field('WARC-Refers-To-Target-URI'),
    field('WARC-Refers-To-Date'),
    field('WARC-Payload-Digest'),
  ]
  return stated.includes('') ? NOT_STATED : hash(stated.join('\n'))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
