import { type ElementKind, KINDS, kindOf } from './element-kind.ts'

const FOREIGN_OBJECT = kindOf('foreignobject')

/** The stack of open elements. Counts each name, so that stray end tags take constant time. */
export class OpenElements {
  readonly kinds: ElementKind[] = []
  /** Parallel to `kinds`: the end tag was seen while inner blocks were still open. */
  readonly ended: boolean[] = []
  /** How many svg and math elements are open. */
  foreign = 0
  /** The bits of the open elements that a start tag may end. */
  endable = 0
  readonly #counts = new Int32Array(KINDS)
  readonly #others = new Map<string, number>()

  get inForeignObject(): boolean {
    return this.has(FOREIGN_OBJECT)
  }

  has({ number, name }: ElementKind): boolean {
    return number > 0 ? (this.#counts[number] as number) > 0 : this.#others.has(name)
  }

  push(kind: ElementKind): void {
    this.kinds.push(kind)
    this.ended.push(false)
    if (kind.isForeign) this.foreign++
    this.endable |= kind.endable
    if (kind.number > 0) (this.#counts[kind.number] as number)++
    else this.#others.set(kind.name, (this.#others.get(kind.name) ?? 0) + 1)
  }

  pop(): ElementKind | undefined {
    const kind = this.kinds.pop()
    if (kind === undefined) return undefined
    this.ended.pop()
    if (kind.isForeign) this.foreign--
    const left = this.#countDown(kind)
    if (left === 0) this.endable &= ~kind.endable
    return kind
  }

  #countDown({ number, name }: ElementKind): number {
    if (number > 0) {
      const left = (this.#counts[number] as number) - 1
      this.#counts[number] = left
      return left
    }
    const left = (this.#others.get(name) as number) - 1
    if (left > 0) this.#others.set(name, left)
    else this.#others.delete(name)
    return left
  }
}
