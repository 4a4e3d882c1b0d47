/** Texts up to this length share one buffer. */
const SHARED_LENGTH = 1 << 14
const shared = new Uint16Array(SHARED_LENGTH)
const bytes = Buffer.from(shared.buffer)
/** Below this length a loop is faster than a native call. */
const SHORT = 48

/** UTF-16 units of a text, valid until the next call: reading an array is faster than reading a string. */
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
