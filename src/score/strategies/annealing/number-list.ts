const KINDS = {
  f64: Float64Array,
  i32: Int32Array,
  u16: Uint16Array,
  u8: Uint8Array,
} as const

type Kind = keyof typeof KINDS
type ArrayOf<K extends Kind> = InstanceType<(typeof KINDS)[K]>

const FIRST_SIZE = 64

/** A list of numbers in one typed array that doubles when it is full: a few bytes each, and a push takes constant time on average. */
export class NumberList<K extends Kind> {
  /** Valid up to `length`; replaced when the list grows, so read it again after a push. */
  array: ArrayOf<K>
  length = 0
  readonly #kind: K

  constructor(kind: K) {
    this.#kind = kind
    this.array = new KINDS[kind](FIRST_SIZE) as ArrayOf<K>
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new KINDS[this.#kind](this.length * 2) as ArrayOf<K>
      larger.set(this.array)
      this.array = larger
    }
    this.array[this.length++] = value
  }

  /** The numbers bit for bit, as text. */
  encode(): string {
    const bytes = this.array.BYTES_PER_ELEMENT * this.length
    return Buffer.from(this.array.buffer, this.array.byteOffset, bytes).toString('base64')
  }

  /** The list that `encode` wrote. */
  static decode<K extends Kind>(kind: K, text: string): NumberList<K> {
    const list = new NumberList(kind)
    const bytes = Buffer.from(text, 'base64')
    const width = KINDS[kind].BYTES_PER_ELEMENT
    list.length = Math.floor(bytes.length / width)
    list.array = new KINDS[kind](Math.max(FIRST_SIZE, list.length)) as ArrayOf<K>
    new Uint8Array(list.array.buffer).set(bytes.subarray(0, list.length * width))
    return list
  }
}
