/** Reused from document to document: the largest page that is read takes 8 MB. */
let scratch = new Uint16Array(1 << 18)
let inUse = false

const LESS_THAN = 60

/**
 * Runs `read` on the UTF-16 code units of a document, followed by one `<`: reading characters from an array is several times as fast
 * as from a string. The array is shared and must not be kept after `read` returns; a call within `read` gets an array of its own.
 */
export function withCodeUnits<Result>(document: string, read: (units: Uint16Array) => Result): Result {
  if (inUse) return read(written(document, new Uint16Array(document.length + 1)))
  const { length } = document
  if (scratch.length <= length) scratch = new Uint16Array(Math.max(length + 1, 2 * scratch.length))
  inUse = true
  try {
    return read(written(document, scratch))
  } finally {
    inUse = false
  }
}

function written(document: string, units: Uint16Array): Uint16Array {
  Buffer.from(units.buffer).write(document, 0, 'utf16le')
  units[document.length] = LESS_THAN
  return units
}
