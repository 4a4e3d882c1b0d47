import { join } from 'node:path'
import { type ArchiveFile, type FileLayer, writeFully } from './archive-file.ts'
import { createMarker, removeMarker } from './open-marker.ts'

/** An archive file being written. Tracks how much of it is committed, and returns to that after an error. */
export class OpenFile {
  readonly name: string
  readonly #files: FileLayer
  readonly #dir: string
  readonly #file: ArchiveFile
  readonly #headLength: number
  /** Everything before this is on disk and acknowledged. */
  #committed = 0
  #length = 0
  #syncFailed = false
  #cutUnsynced = false
  /** Another program removed or shortened it: there is nothing to return to. */
  #isLost = false

  private constructor(files: FileLayer, dir: string, name: string, file: ArchiveFile, headLength: number) {
    this.#files = files
    this.#dir = dir
    this.name = name
    this.#file = file
    this.#headLength = headLength
  }

  /** Creates the marker, then the file, and syncs both names: a file being written always has its marker. */
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

  /** Returns the offset of the bytes. They are not safe before `commit`. */
  async write(bytes: Buffer): Promise<number> {
    const start = this.#length
    // A write after the end would hide that the file was cut.
    if (start === this.#committed) await this.#requireAll()
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
    await this.#requireAll()
    this.#committed = this.#length
    this.#cutUnsynced = false
  }

  /**
   * Removes what was not committed. False when the file was given up: after a failed sync the system may have dropped data without
   * reporting it again, so that a later sync proves nothing.
   */
  async rollBack(): Promise<boolean> {
    try {
      if (this.#committed > 0 && !this.#syncFailed && !this.#isLost) {
        await this.#file.truncate(this.#committed)
        this.#length = this.#committed
        this.#cutUnsynced = true
        return true
      }
    } catch {
      // The file is given up below; its marker stays, and recovery removes the tail.
    }
    await this.#abandon()
    return false
  }

  /** The data is already safe, so failures are ignored: the marker stays, and the next start checks the file. */
  async close(): Promise<void> {
    try {
      if (this.#cutUnsynced) await this.#file.sync()
      await this.#file.close()
      await removeMarker(this.#files, this.#dir, this.name)
    } catch {
      // See above.
    }
  }

  /** What is written to a removed file is synced without an error, and gone. */
  async #requireAll(): Promise<void> {
    const length = await this.#file.length()
    if (length !== null && length >= this.#length) return
    this.#isLost = true
    throw new LostFile(length === null ? 'removed' : 'cut')
  }

  async #abandon(): Promise<void> {
    if (this.#isLost) {
      await ignoreFailure(this.#file.close())
      return
    }
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

/** The error of a file that another program has removed or shortened. */
class LostFile extends Error {
  readonly code = 'LOST'
  constructor(how: 'removed' | 'cut') {
    super(`the file was ${how} by another program while it was being written`)
  }
}

async function ignoreFailure(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch {
    // The original error is being reported; recovery finds what stays behind.
  }
}
