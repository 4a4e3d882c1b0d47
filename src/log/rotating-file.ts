import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type Log, type LogFormat, logLine } from './log.ts'

export interface LogFileOptions {
  readonly file: string
  readonly format: LogFormat
  /** Bytes; a line that would exceed it begins the next file. */
  readonly maxSize: number
  /** Files in all: `file`, `file.1` (the one before), ... */
  readonly maxFiles: number
}

/** The file operations of a log, so that tests can make them fail. */
export interface LogFiles {
  open(path: string): number
  size(fd: number): number
  /** Bytes written. */
  write(fd: number, bytes: Uint8Array): number
  truncate(fd: number, size: number): void
  close(fd: number): void
  rename(from: string, to: string): void
  remove(path: string): void
}

const systemFiles: LogFiles = {
  open: (path) => {
    mkdirSync(dirname(path), { recursive: true })
    // Only its owner may read it: it tells what was crawled and by whom it was searched.
    return openSync(path, 'a', 0o600)
  },
  size: (fd) => fstatSync(fd).size,
  write: (fd, bytes) => writeSync(fd, bytes),
  truncate: ftruncateSync,
  close: closeSync,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
}

/**
 * A log file that is renamed when it is full. Each line is with the system before the call returns, so that a crash loses none. When a line
 * cannot be written, on a full disk, it is dropped as a whole; the next line that can be is preceded by how many were.
 */
export class RotatingFile {
  readonly #options: LogFileOptions
  readonly #files: LogFiles
  readonly #now: () => number
  #fd: number | null
  #size: number
  #dropped = 0

  /** Throws if the file cannot be opened. */
  constructor(options: LogFileOptions, files: LogFiles = systemFiles, now: () => number = Date.now) {
    this.#options = options
    this.#files = files
    this.#now = now
    this.#fd = files.open(options.file)
    this.#size = files.size(this.#fd)
  }

  readonly write: Log = (entry) => {
    const at = new Date(this.#now())
    const { format } = this.#options
    if (this.#dropped > 0) {
      const message = `${this.#dropped} lines could not be written`
      const notice = { level: 'error', event: 'dropped', lines: this.#dropped, message } as const
      if (this.#append(logLine(notice, at, format))) this.#dropped = 0
    }
    if (!this.#append(logLine(entry, at, format))) this.#dropped++
  }

  close(): void {
    if (this.#fd !== null) this.#files.close(this.#fd)
    this.#fd = null
  }

  #append(line: string): boolean {
    const bytes = Buffer.from(line)
    try {
      if (this.#size > 0 && this.#size + bytes.length > this.#options.maxSize) this.#rotate()
      this.#fd ??= this.#open()
      let written = 0
      try {
        while (written < bytes.length) written += this.#files.write(this.#fd, bytes.subarray(written))
      } catch (error) {
        // Half a line would spoil the next one, too.
        if (written > 0) this.#files.truncate(this.#fd, this.#size)
        throw error
      }
      this.#size += bytes.length
      return true
    } catch {
      return false
    }
  }

  #open(): number {
    const fd = this.#files.open(this.#options.file)
    this.#size = this.#files.size(fd)
    return fd
  }

  #rotate(): void {
    const { file, maxFiles } = this.#options
    this.close()
    if (maxFiles <= 1) this.#files.remove(file)
    for (let n = maxFiles - 1; n >= 1; n--) {
      try {
        this.#files.rename(n === 1 ? file : `${file}.${n - 1}`, `${file}.${n}`)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    this.#fd = this.#open()
  }
}
