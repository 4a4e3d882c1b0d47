import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One member of a package, as a data package lists it. */
export interface PackedResource {
  readonly name: string
  readonly path: string
  /** `sha256:` and hex, over the member's bytes before any compression. */
  readonly hash: string
  readonly bytes: number
}

export interface ZipOptions {
  /** What every member is dated with. */
  readonly time: Date
  /** Write the records for large files also where none is large. Default: only where a size needs them. */
  readonly forceZip64?: boolean
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A zip file written front to back, member by member, in constant memory; every member's hash is taken on the way. */
export class ZipPackage {
  readonly resources: PackedResource[] = []
  readonly #zip = new ZipFile()
  readonly #options: ZipOptions
  readonly #written: Promise<void>

  constructor(out: Writable, options: ZipOptions) {
    this.#options = options
    this.#written = pipeline(this.#zip.outputStream, out)
    // Reported by whoever waits for it next.
    this.#written.catch(() => {})
  }

  /** `stored` members are not compressed, so that a reader can jump into them. */
  async add(path: string, source: Chunks, { stored }: { readonly stored: boolean }): Promise<PackedResource> {
    const hash = createHash('sha256')
    let bytes = 0
    async function* measured() {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    const stream = Readable.from(measured(), { objectMode: false })
    const { time, forceZip64 = false } = this.#options
    const read = finished(stream)
    this.#zip.addReadStream(stream, path, {
      compress: !stored,
      mtime: time,
      mode: 0o100644,
      forceZip64Format: forceZip64,
    })
    await Promise.race([read, this.#written.then(() => read)])
    const name = path.slice(path.lastIndexOf('/') + 1)
    const resource = { name, path, hash: `sha256:${hash.digest('hex')}`, bytes }
    this.resources.push(resource)
    return resource
  }

  /** Resolves when the last byte has been taken. */
  async end(): Promise<void> {
    this.#zip.end({ forceZip64Format: this.#options.forceZip64 ?? false, comment: '' })
    await this.#written
  }
}
