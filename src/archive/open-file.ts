import { join } from 'node:path'
import { type ArchiveFile, type FileLayer, writeFully } from './archive-file.ts'
import { createMarker, removeMarker } from './open-marker.ts'

/** An archive file while it grows. Knows how much of it is safe, and goes back to that after a fault. */
export class OpenFile {
  readonly name: string
  readonly #files: FileLayer
  readonly #dir: string
  readonly #file: ArchiveFile
  readonly #headLength: number
  /** Up to here everything is on disk and answered for. */
  #committed = 0
  #length = 0
  #syncFailed = false
  #cutUnsynced = false

  private constructor(files: FileLayer, dir: string, name: string, file: ArchiveFile, headLength: number) {
    this.#files = files
    this.#dir = dir
    this.name = name
    this.#file = file
    this.#headLength = headLength
  }

  /** Marker first, then the file, then both names synced: a file under writing can never be found without its marker. */
  static async create(files: FileLayer, dir: string, name: string, head: Buffer): Promise<OpenFile> {
    let created: OpenFile | null = null
    await createMarker(files, dir, name)
    try {
      created = new OpenFile(files, dir, name, await files.create(join(dir, name)), head.length)
      await files.syncDirectory(dir)
      await created.write(head)
      return created
    } catch (error) {
      if (created) await created.#abandon()
      else await ignoreFailure(removeMarker(files, dir, name))
      throw error
    }
  }

  get length(): number {
    return this.#length
  }

  get hasExchange(): boolean {
    return this.#length > this.#headLength
  }

  /** Returns where the bytes begin. They count for nothing before `commit`. */
  async write(bytes: Buffer): Promise<number> {
    const start = this.#length
    await writeFully(this.#file, bytes, start)
    this.#length = start + bytes.length
    return start
  }

  async commit(): Promise<void> {
    try {
      await this.#file.sync()
    } catch (error) {
      this.#syncFailed = true
      throw error
    }
    this.#committed = this.#length
    this.#cutUnsynced = false
  }

  /**
   * Cuts off what was not committed. False when the file must not be written any more and was given up:
   * after a failed sync the system may have dropped the data and forgotten about it, so a later sync proves nothing.
   */
  async rollBack(): Promise<boolean> {
    try {
      if (this.#committed > 0 && !this.#syncFailed) {
        await this.#file.truncate(this.#committed)
        this.#length = this.#committed
        this.#cutUnsynced = true
        return true
      }
    } catch {
      // Given up below; the marker stays, and recovery cuts the tail.
    }
    await this.#abandon()
    return false
  }

  /** The bytes are safe already, so a failure here is none: the marker stays and the next start looks at the file. */
  async close(): Promise<void> {
    try {
      if (this.#cutUnsynced) await this.#file.sync()
      await this.#file.close()
      await removeMarker(this.#files, this.#dir, this.name)
    } catch {
      // See above.
    }
  }

  async #abandon(): Promise<void> {
    if (this.#committed === 0) {
      await ignoreFailure(this.#file.close())
      await ignoreFailure(
        this.#files
          .remove(join(this.#dir, this.name))
          .then(() => this.#files.syncDirectory(this.#dir))
          .then(() => removeMarker(this.#files, this.#dir, this.name)),
      )
      return
    }
    await ignoreFailure(this.#file.truncate(this.#committed))
    await ignoreFailure(this.#file.close())
  }
}

async function ignoreFailure(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch {
    // Cleaning up after a fault that is being reported; what stays behind is found by recovery.
  }
}
