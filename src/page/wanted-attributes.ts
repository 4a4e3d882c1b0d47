import { NameTable } from './name-table.ts'

/** Longer names of elements and attributes are no names. */
export const LONGEST_NAME = 64

/** Which attributes somebody reads: most of a page's are for scripts alone, and are told apart without being cut out. */
export class WantedAttributes {
  /** By length and first letter: 1 where a wanted name may be. */
  readonly #shapes = new Uint8Array((LONGEST_NAME + 1) * 128)
  readonly #names: NameTable<string>

  /** Of names in small letters; without them all are wanted. */
  constructor(wanted: ReadonlySet<string> | undefined) {
    this.#names = new NameTable((name) => (wanted === undefined || wanted.has(name) ? name : ''))
    if (wanted === undefined) this.#shapes.fill(1)
    this.#shapes[ANY_SHAPE] = 1
    for (const name of wanted ?? []) this.#shapes[shapeOf(name.charCodeAt(0), name.length)] = 1
  }

  /** The wanted name, of at most `LONGEST_NAME` characters, that stands in `text` from `start` to `end`; else nothing. */
  at(text: string, start: number, end: number): string {
    const shape = shapeOf(text.charCodeAt(start), end - start)
    return this.#shapes[shape] === 1 ? this.#names.at(text, start, end) : ''
  }
}

/** Letters beyond ASCII may become ASCII ones when made small: they all count as one. */
function shapeOf(first: number, length: number): number {
  return first < 128 ? length * 128 + (first | 0x20) : ANY_SHAPE
}
const ANY_SHAPE = 0

const ALL = new WantedAttributes(undefined)
const known = new WeakMap<ReadonlySet<string>, WantedAttributes>()

/** Made once for each set of names. */
export function wantedAttributes(names: ReadonlySet<string> | undefined): WantedAttributes {
  if (names === undefined) return ALL
  let wanted = known.get(names)
  if (!wanted) {
    wanted = new WantedAttributes(names)
    known.set(names, wanted)
  }
  return wanted
}
