import { constants, gunzipSync } from 'node:zlib'

/** Maximum compression ratio of deflate. */
const MAX_GROWTH = 1032

// Flushing instead of finishing makes truncated files readable.
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH }

export function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b && body[2] === 8
}

/** At most `limit` bytes of a gzip file, with bounded work and memory whatever it contains. */
export function gunzipUpTo(packed: Uint8Array, limit: number): { bytes: Uint8Array; truncated: boolean } {
  const whole = unpacked(packed, limit)
  if (whole) return { bytes: whole, truncated: false }
  let bytes: Uint8Array = new Uint8Array(0)
  let length = Math.max(1, Math.floor(limit / MAX_GROWTH))
  for (; length < packed.length; length *= 2) {
    const more = unpacked(packed.subarray(0, length), limit)
    if (!more) break
    bytes = more
  }
  return { bytes, truncated: true }
}

function unpacked(packed: Uint8Array, limit: number): Uint8Array | null {
  try {
    return gunzipSync(packed, { ...LENIENT, maxOutputLength: limit })
  } catch {
    return null
  }
}
