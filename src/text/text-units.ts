/** Texts up to this length share one place: they are read one after another. */
const SHARED_LENGTH = 1 << 14
const shared = new Uint16Array(SHARED_LENGTH)
const bytes = Buffer.from(shared.buffer)
/** Below it a loop is faster than a call out of the engine. */
const SHORT = 48

/** The characters of a text as numbers, good until the next call: a string is looked into anew for every character, an array is not. */
export function unitsOf(text: string): Uint16Array {
  const { length } = text
  if (length > SHARED_LENGTH) {
    const copy = Buffer.from(text, 'utf16le')
    return new Uint16Array(copy.buffer, copy.byteOffset, length)
  }
  if (length < SHORT) for (let i = 0; i < length; i++) shared[i] = text.charCodeAt(i)
  else bytes.write(text, 'utf16le')
  return shared.subarray(0, length)
}
