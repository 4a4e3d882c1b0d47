import { NameTable } from './name-table.ts'

/** Longer names are ignored. */
export const MAX_NAME_LENGTH = 64

/** Bits by lower-case attribute name, which tell a listener that an element has the attribute. */
export type AttributeBits = ReadonlyMap<string, number>

/** From lower-case names separated by spaces. */
export function attributeBits(groups: readonly (readonly [bits: number, names: string])[]): AttributeBits {
  return new Map(groups.flatMap(([bits, names]) => names.split(' ').map((name) => [name, bits] as const)))
}

export interface WantedAttribute {
  readonly name: string
  readonly bits: number
  /** Whether it is an id or class, which become the element's names. */
  readonly naming: boolean
}

export const NOT_WANTED: WantedAttribute = { name: '', bits: 0, naming: false }

/** The attributes that are read. Others are recognized without creating a substring. */
export class AttributeFilter {
  /** By length and first character: 1 if a name of the filter may match. */
  readonly #shapes = new Uint8Array((MAX_NAME_LENGTH + 1) * 128)
  readonly #names: NameTable<WantedAttribute>

  /** Without names all attributes are read, each with every bit. */
  constructor(filter: AttributeBits | undefined) {
    const known = new Map(
      Array.from(filter ?? [], ([name, bits]) => {
        const naming = name === 'id' || name === 'class'
        return [name, { name: asKey(name), bits, naming }]
      }),
    )
    this.#names = new NameTable((name) => {
      // As a property name it would set the prototype.
      if (filter === undefined)
        return name === '__proto__' ? NOT_WANTED : { name: asKey(name), bits: -1, naming: false }
      return known.get(name) ?? NOT_WANTED
    })
    if (filter === undefined) this.#shapes.fill(1)
    this.#shapes[ANY_SHAPE] = 1
    for (const name of known.keys()) this.#shapes[shapeOf(name.charCodeAt(0), name.length)] = 1
  }

  /** How to read the attribute whose name is at `start` to `end` of `text`; at most `MAX_NAME_LENGTH` characters. */
  at(text: string, units: Uint16Array, start: number, end: number): WantedAttribute {
    const shape = shapeOf(units[start] as number, end - start)
    return this.#shapes[shape] === 1 ? this.#names.at(text, units, start, end) : NOT_WANTED
  }
}

/** The name as an internalized string, which V8 need not look up when it is used as a property name. */
function asKey(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name
}

/** Non-ASCII letters may have ASCII lower-case forms: they share one shape. */
function shapeOf(first: number, length: number): number {
  return first < 128 ? length * 128 + (first | 0x20) : ANY_SHAPE
}
const ANY_SHAPE = 0

const ALL = new AttributeFilter(undefined)
const known = new WeakMap<AttributeBits, AttributeFilter>()

/** Made once for each set of names. */
export function attributeFilter(names: AttributeBits | undefined): AttributeFilter {
  if (names === undefined) return ALL
  let filter = known.get(names)
  if (!filter) {
    filter = new AttributeFilter(names)
    known.set(names, filter)
  }
  return filter
}
