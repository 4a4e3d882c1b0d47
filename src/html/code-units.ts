/** Kept from page to page: the largest page that is read at all takes 8 MB. */
let scratch = new Uint16Array(1 << 18)

/**
 * The UTF-16 code units of a document, followed by one `<`: what looks at every character reads them from here several times as
 * fast as from a string. Good until the next call.
 */
export function codeUnits(document: string): Uint16Array {
  const { length } = document
  if (scratch.length <= length) scratch = new Uint16Array(Math.max(length + 1, 2 * scratch.length))
  Buffer.from(scratch.buffer).write(document, 0, 'utf16le')
  scratch[length] = LESS_THAN
  return scratch
}

const LESS_THAN = 60
