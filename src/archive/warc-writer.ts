import type { Capture, Conversion, Exchange, Original } from '../model/exchange.ts'
import type { Json } from '../model/json.ts'
import { archiveError } from './archive-error.ts'
import { diskLayer, type FileLayer } from './archive-file.ts'
import { compressMember } from './gzip-member.ts'
import { isCompressed } from './http-block.ts'
import { OpenFile } from './open-file.ts'
import { pooledRandomBytes } from './random-pool.ts'
import {
  exchangeRecords,
  mayRefer,
  type RecordSources,
  type RunDescription,
  warcinfoRecord,
} from './record.ts'

export interface ArchiveOptions extends RunDescription {
  /** Maximum size of a file. Default: 1 GiB, as is usual for archives. A larger exchange gets a file of its own. */
  readonly maxFileBytes?: number
  /** Compression level of content that is not compressed already. Default: 1; docs/archive.md has the reasons. */
  readonly gzipLevel?: number
  /**
   * Finds an earlier capture with this payload digest, to which a revisit record then refers. Must return only complete captures that
   * are on disk. If omitted, every payload is stored.
   */
  readonly findOriginal?: (payloadDigest: string) => Promise<Original | undefined>
  readonly now?: () => Date
  readonly randomBytes?: (count: number) => Uint8Array
  readonly files?: FileLayer
}

/** Evaluated only when the capture is written. */
type Note = () => Json | Promise<Json>

/**
 * The archive of a collection.
 *
 * `append` resolves only when all records of the exchange are on disk and synced; concurrent calls share a sync and
 * keep their order. When it rejects (`archive-write`), nothing of the exchange is in the archive and it may be retried.
 * `note` becomes a `metadata` record beside the capture, the content in another form a `conversion` record.
 * `close` waits for running appends. Several archives, in one process or many, may write into one folder.
 */
export interface Archive {
  append(exchange: Exchange, note?: Note, conversion?: Conversion): Promise<Capture>
  close(): Promise<void>
}

/** Creates the folder if needed. The first append creates the first file, so that no empty file is left. */
export async function openArchive(dir: string, options: ArchiveOptions): Promise<Archive> {
  const files = options.files ?? diskLayer
  try {
    await files.makeDirectory(dir)
  } catch (error) {
    throw archiveError(dir, error)
  }
  return new WarcWriter(dir, files, options)
}

/** An exchange to write: all members as one piece, so that they are in the same file. */
interface Prepared {
  readonly bytes: Buffer
  /** Offset of the capture in the piece. */
  readonly start: number
  readonly about: Omit<Capture, 'location'>
}

interface Pending {
  readonly prepared: Promise<Prepared>
  readonly resolve: (capture: Capture) => void
  readonly reject: (error: unknown) => void
}

// Maximum size of a batch; larger ones gain nothing and take more memory.
const MAX_BATCH_BYTES = 32 * 1024 * 1024
const MAX_FILE_BYTES = 1024 ** 3
const GZIP_LEVEL = 1
// Compressed bodies are stored, together with the header, which is small beside a body of this size.
const STORED_LEVEL = 0
const STORED_BYTES = 4 * 1024

class WarcWriter implements Archive {
  readonly #dir: string
  readonly #files: FileLayer
  readonly #options: ArchiveOptions
  readonly #sources: RecordSources
  #queue: Pending[] = []
  #file: OpenFile | null = null
  #serial = 0
  #writing: Promise<void> | null = null
  #closed = false

  constructor(dir: string, files: FileLayer, options: ArchiveOptions) {
    this.#dir = dir
    this.#files = files
    this.#options = options
    this.#sources = {
      now: options.now ?? (() => new Date()),
      randomBytes: options.randomBytes ?? pooledRandomBytes(),
    }
  }

  append(exchange: Exchange, note?: Note, conversion?: Conversion): Promise<Capture> {
    if (this.#closed) return Promise.reject(archiveError(this.#dir, new Error('The archive is closed')))
    const prepared = this.#prepare(exchange, note, conversion)
    // Awaited later; until then a failure must not end the process.
    prepared.catch(() => {})
    return new Promise((resolve, reject) => {
      this.#queue.push({ prepared, resolve, reject })
      this.#writing ??= this.#writeQueue()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#writing
    await this.#closeFile()
  }

  async #prepare(exchange: Exchange, note?: Note, conversion?: Conversion): Promise<Prepared> {
    const { findOriginal, gzipLevel = GZIP_LEVEL } = this.#options
    const records = await exchangeRecords(exchange, this.#sources, {
      note: await note?.(),
      conversion,
      findOriginal,
    })
    const { payloadDigest, recordId, refersTo } = records
    const stored = refersTo === undefined && exchange.body.length > STORED_BYTES && isCompressed(exchange)
    const capture = compressMember(records.capture, stored ? STORED_LEVEL : gzipLevel)
    const companions = records.companions.map((record) => compressMember(record, gzipLevel))
    const members = await Promise.all([...companions, capture])
    const bytes = Buffer.concat(members)
    const original = refersTo === undefined && mayRefer(exchange)
    const about = {
      payloadDigest,
      recordId,
      ...(refersTo ? { refersTo } : {}),
      ...(original ? { original } : {}),
    }
    return { bytes, start: bytes.length - (members.at(-1)?.length ?? 0), about }
  }

  async #writeQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue
      this.#queue = []
      const rest = await this.#writeBatch(batch)
      this.#queue = [...rest, ...this.#queue]
    }
    // In the same tick as the last check of the queue: a later append starts the writer again.
    this.#writing = null
  }

  /** Writes exchanges into one file, syncs once and resolves them; returns those left for another file or batch. */
  async #writeBatch(batch: readonly Pending[]): Promise<readonly Pending[]> {
    const written: { pending: Pending; capture: Capture }[] = []
    const limit = this.#options.maxFileBytes ?? MAX_FILE_BYTES
    let bytes = 0
    let taken = 0
    let rollover = false
    try {
      for (const pending of batch) {
        const prepared = await pending.prepared.catch((error: unknown) => error)
        if (!isPrepared(prepared)) {
          pending.reject(archiveError(this.#dir, prepared))
          taken += 1
          continue
        }
        const size = prepared.bytes.length
        if (written.length > 0 && bytes + size > MAX_BATCH_BYTES) break
        if (this.#file && this.#file.length + size > limit && this.#file.hasExchange) {
          rollover = true
          break
        }
        taken += 1
        written.push({ pending, capture: await this.#write(prepared) })
        bytes += size
      }
      if (written.length > 0) await this.#file?.commit()
      for (const { pending, capture } of written) pending.resolve(capture)
    } catch (error) {
      const failure = archiveError(this.#file?.name ?? this.#dir, error)
      await this.#undo()
      for (const pending of batch.slice(0, taken)) pending.reject(failure)
      return batch.slice(taken)
    }
    if (rollover) await this.#closeFile()
    return batch.slice(taken)
  }

  async #write(prepared: Prepared): Promise<Capture> {
    this.#file ??= await this.#newFile()
    const start = await this.#file.write(prepared.bytes)
    const location = {
      file: this.#file.name,
      offset: start + prepared.start,
      length: prepared.bytes.length - prepared.start,
    }
    return { location, ...prepared.about }
  }

  async #newFile(): Promise<OpenFile> {
    const name = this.#fileName()
    const warcinfo = await warcinfoRecord(this.#options, name, this.#sources)
    const head = await compressMember(warcinfo, this.#options.gzipLevel ?? GZIP_LEVEL)
    this.#serial += 1
    return OpenFile.create(this.#files, this.#dir, name, head)
  }

  #fileName(): string {
    const time = this.#sources.now().toISOString().replace(/\D/g, '')
    const serial = String(this.#serial).padStart(5, '0')
    const random = Buffer.from(this.#sources.randomBytes(4)).toString('hex')
    return `EVENTIDE-${time}-${serial}-${random}.warc.gz`
  }

  async #undo(): Promise<void> {
    if (this.#file && !(await this.#file.rollBack())) this.#file = null
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}

function isPrepared(value: unknown): value is Prepared {
  return typeof value === 'object' && value !== null && 'start' in value
}
