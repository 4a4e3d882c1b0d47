import { NameTable } from './name-table.ts'

/** Longer names of elements and attributes are no names. */
export const MAX_NAME_LENGTH = 64

/** Attributes by their names in small letters, each with the bits by which a listener is told that an element has it. */
export type AttributeBits = ReadonlyMap<string, number>

/** From names in small letters with spaces between them. */
export function attributeBits(groups: readonly (readonly [bits: number, names: string])[]): AttributeBits {
  return new Map(groups.flatMap(([bits, names]) => names.split(' ').map((name) => [name, bits] as const)))
}

export interface WantedAttribute {
  readonly name: string
  readonly bits: number
  /** An id or class that is wanted as one of the element's names. */
  readonly naming: boolean
}

export const NOT_WANTED: WantedAttribute = { name: '', bits: 0, naming: false }

/** Which attributes somebody reads: most of a page's are for scripts alone, and are told apart without being cut out. */
export class WantedAttributes {
  /** By length and first letter: 1 where a wanted name may be. */
  readonly #shapes = new Uint8Array((MAX_NAME_LENGTH + 1) * 128)
  readonly #names: NameTable<WantedAttribute>

  /** Without names all are wanted as they are, each with every bit. */
  constructor(wanted: AttributeBits | undefined) {
    const known = new Map(
      Array.from(wanted ?? [], ([name, bits]) => {
        const naming = name === 'id' || name === 'class'
        return [name, { name: asKey(name), bits, naming }]
      }),
    )
    this.#names = new NameTable((name) => {
      // As the name of a property it would be something else.
      if (wanted === undefined)
        return name === '__proto__' ? NOT_WANTED : { name: asKey(name), bits: -1, naming: false }
      return known.get(name) ?? NOT_WANTED
    })
    if (wanted === undefined) this.#shapes.fill(1)
    this.#shapes[ANY_SHAPE] = 1
    for (const name of known.keys()) this.#shapes[shapeOf(name.charCodeAt(0), name.length)] = 1
  }

  /** What is wanted of the name, of at most `MAX_NAME_LENGTH` characters, that stands in `text`, whose code units these are, from `start` to `end`. */
  at(text: string, units: Uint16Array, start: number, end: number): WantedAttribute {
    const shape = shapeOf(units[start] as number, end - start)
    return this.#shapes[shape] === 1 ? this.#names.at(text, units, start, end) : NOT_WANTED
  }
}

/** The same name as V8 keeps those of properties: another copy of it is looked up again whenever it names one. */
function asKey(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name
}

/** Letters beyond ASCII may become ASCII ones when made small: they all count as one. */
function shapeOf(first: number, length: number): number {
  return first < 128 ? length * 128 + (first | 0x20) : ANY_SHAPE
}
const ANY_SHAPE = 0

const ALL = new WantedAttributes(undefined)
const known = new WeakMap<AttributeBits, WantedAttributes>()

/** Made once for each set of names. */
export function wantedAttributes(names: AttributeBits | undefined): WantedAttributes {
  if (names === undefined) return ALL
  let wanted = known.get(names)
  if (!wanted) {
    wanted = new WantedAttributes(names)
    known.set(names, wanted)
  }
  return wanted
}
