import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One member, as listed in the data package. */
export interface PackedResource {
  readonly name: string
  readonly path: string
  /** `sha256:` and hex, over the member's bytes before any compression. */
  readonly hash: string
  readonly bytes: number
}

export interface ZipOptions {
  /** The date of every member. */
  readonly time: Date
  /** Always write Zip64 records. Default: only when a size requires them. */
  readonly forceZip64?: boolean
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Writes a zip file sequentially in constant memory, and hashes every member. */
export class ZipPackage {
  readonly resources: PackedResource[] = []
  readonly #zip = new ZipFile()
  readonly #options: ZipOptions
  readonly #written: Promise<void>

  constructor(out: Writable, options: ZipOptions) {
    this.#options = options
    this.#written = pipeline(this.#zip.outputStream, out)
    // Reported to the next caller that awaits it.
    this.#written.catch(() => {})
  }

  /** `stored` members are not compressed, which permits random access. */
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
    try {
      await Promise.race([read, this.#written.then(() => read)])
    } catch (error) {
      // The zip does not close what it was reading when its output is closed.
      await closed(stream)
      throw error
    }
    const name = path.slice(path.lastIndexOf('/') + 1)
    const resource = { name, path, hash: `sha256:${hash.digest('hex')}`, bytes }
    this.resources.push(resource)
    return resource
  }

  /** Resolves when everything has been written. */
  async end(): Promise<void> {
    this.#zip.end({ forceZip64Format: this.#options.forceZip64 ?? false, comment: '' })
    await this.#written
  }
}

/** Resolves when a stream has released what it reads from. */
function closed(stream: Readable): Promise<void> {
  if (stream.closed) return Promise.resolve()
  return new Promise((resolve) => {
    stream.once('close', resolve)
    stream.destroy()
  })
}
