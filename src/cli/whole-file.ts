import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { EventideError } from '../model/errors.ts'

/** Nobody ever sees half a result: the file gets its name when it is complete and synced, and a failed one leaves nothing. */
export async function writeWhole<T>(file: string, write: (stream: WriteStream) => Promise<T>): Promise<T> {
  const partial = `${file}.partial-${process.pid}`
  const stream = createWriteStream(partial, { flush: true })
  try {
    await once(stream, 'open')
    const result = await write(stream)
    if (!stream.writableEnded) stream.end()
    if (!stream.closed) await once(stream, 'close')
    await rename(partial, file)
    return result
  } catch (cause) {
    stream.destroy()
    await rm(partial, { force: true })
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new EventideError('no-file', `cannot write ${file}: ${cause.message}`, { cause })
  }
}

/** Writes text, or bytes where they are taken; waits while a slow reader catches up, so that nothing piles up in memory. */
export async function writeText<Piece extends string | Uint8Array>(
  out: { write(piece: Piece): unknown },
  text: Piece,
): Promise<void> {
  if (out.write(text) === false) await once(out as NodeJS.WriteStream, 'drain')
}
