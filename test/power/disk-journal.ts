/** One change to the files of the program under test, as `recording-disk.c` saw it. */
export interface DiskCall {
  readonly pid: number
  readonly op: 'open' | 'close' | 'write' | 'sync' | 'truncate' | 'unlink' | 'mkdir' | 'rename' | 'link'
  readonly fd: number
  /** Of `open`: 1 when it created the file. Of `write`: the position. Of `truncate`: the length. */
  readonly a: number
  /** Of `open`: 1 when it emptied the file. */
  readonly b: number
  readonly path: string
  readonly to: string
  readonly data: Buffer
}

const NEWLINE = 10

/** Reads the journal of `recording-disk.c`. */
export function readJournal(bytes: Buffer): DiskCall[] {
  const calls: DiskCall[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at)
    const [pid, op, fd, a, b, path, to, data] = bytes.toString('latin1', at, end).split(' ') as string[]
    at = end + 1
    const next = (size: string | undefined) => {
      const from = at
      at += Number(size)
      return bytes.subarray(from, at)
    }
    calls.push({
      ...{ pid: Number(pid), op: op as DiskCall['op'], fd: Number(fd), a: Number(a), b: Number(b) },
      path: next(path).toString(),
      to: next(to).toString(),
      data: next(data),
    })
  }
  return calls
}
