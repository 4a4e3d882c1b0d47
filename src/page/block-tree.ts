import type { Attributes } from '../html/markup.ts'

/** A block element that may contain text, in document order. */
export interface BlockNode {
  readonly tag: string
  readonly attributes: Attributes
  /** Id and class. */
  readonly names: string
  /** Index of the enclosing node; -1 for the root. */
  readonly parent: number
  /** Lines inside, including nested ones: `firstLine <= i < endLine`. */
  readonly firstLine: number
  endLine: number
}

/** One line of visible text, between two block boundaries or line breaks. */
export interface TextLine {
  readonly start: number
  end: number
  readonly node: number
  /** Characters inside links. */
  linked: number
}

/** A reduced tree of block elements and lines, from which the main text is selected. */
export class BlockTree {
  readonly nodes: BlockNode[] = []
  readonly lines: TextLine[] = []
  #current = -1

  open(tag: string, attributes: Attributes, names: string): void {
    const firstLine = this.lines.length
    this.nodes.push({ tag, attributes, names, parent: this.#current, firstLine, endLine: firstLine })
    this.#current = this.nodes.length - 1
  }

  close(): void {
    const node = this.nodes[this.#current]
    if (!node) return
    node.endLine = this.lines.length
    // Drops nodes without text and without child nodes.
    if (node.endLine === node.firstLine && this.#current === this.nodes.length - 1) this.nodes.pop()
    this.#current = node.parent
  }

  /** Text from `start` to `end` of the visible text was added to the current node. */
  text(start: number, end: number, newLine: boolean, inLink: boolean): void {
    let line = this.lines.at(-1)
    if (newLine || !line) {
      line = { start, end, node: this.#current, linked: 0 }
      this.lines.push(line)
    }
    line.end = end
    if (inLink) line.linked += end - start
  }
}
