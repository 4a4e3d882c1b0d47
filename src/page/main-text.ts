import { type BlockHint, hintOf, markupHintOf } from './block-hints.ts'
import type { BlockTree } from './block-tree.ts'
import { type LineMeasures, measureLines, within } from './line-measures.ts'
import { blockedLines, chooseContainer } from './main-container.ts'

/** Blocks with a larger share of linked text are lists of links. */
const LINK_LIST_DENSITY = 0.5
/** Except those with this share of the page's prose: they wrap the article and its link lists. */
const WRAPPER_SHARE = 0.3
/** A short line that consists of a link: "read more", a tag, a related headline. */
const LINK_LINE_DENSITY = 0.8
const LINK_LINE_WEIGHT = 100
/** A lead between headline and article body is a sentence within this distance. */
const LEAD_WEIGHT = 60
const LEAD_DENSITY = 0.3
const LEAD_REACH = 40
/** Longer headings are leads in large type. */
const HEADING_WEIGHT = 120
/** At either end of an article, shorter lines without a full stop are dates, credits and labels. */
const EDGE_WEIGHT = 40
/** Minimum length, two or three words, of a headline that is repeated in the page's title. */
const HEADLINE_WEIGHT = 20
/** If the names leave less than this share of the page's prose, they are wrong: only tags and roles count. */
const MIN_SHARE = 0.1

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const ITEMS = new Set(['li', 'td', 'th', 'pre', 'dd', 'dt'])
const SENTENCE_END = new Set('.!?…:。！？：।؟"”»)')

/** The lines of a page's article, in order. `title` is the page's title, by which the headline is found. */
export function mainTextOf(tree: BlockTree, text: string, title: string): string {
  if (tree.lines.length === 0) return ''
  const measures = measureLines(tree, text)
  const choice = new Choice(tree, text, title.toLowerCase(), measures)
  const kept = choice.keep(tree.nodes.map((node) => (node.endLine > node.firstLine ? hintOf(node) : 'none')))
  if (weightKept(kept, measures) >= MIN_SHARE * (measures.prose.at(-1) ?? 0)) return choice.join(kept)
  const bold = choice.keep(tree.nodes.map((node) => markupHintOf(node)))
  return choice.join(weightKept(bold, measures) > weightKept(kept, measures) ? bold : kept)
}

function weightKept(kept: Uint8Array, { weight }: LineMeasures): number {
  let sum = 0
  for (let i = 0; i < kept.length; i++) if (kept[i]) sum += weight[i] ?? 0
  return sum
}

class Choice {
  readonly #tree: BlockTree
  readonly #text: string
  readonly #title: string
  readonly #measures: LineMeasures

  constructor(tree: BlockTree, text: string, title: string, measures: LineMeasures) {
    this.#tree = tree
    this.#text = text
    this.#title = title
    this.#measures = measures
  }

  /** Which lines belong to the article, under these hints. */
  keep(hints: readonly BlockHint[]): Uint8Array {
    const blocked = blockedLines(this.#tree, this.#measures, hints)
    const container = chooseContainer(this.#tree, this.#measures, hints, blocked)
    const kept = new Uint8Array(this.#tree.lines.length)
    const root = this.#tree.nodes[container]
    const from = root?.firstLine ?? 0
    const to = root?.endLine ?? kept.length
    for (let i = from; i < to; i++) kept[i] = blocked[i] ? 0 : 1
    const all = kept.slice()
    this.#dropLinkLists(kept, container)
    this.#dropLinkLines(kept)
    this.#addLead(kept, blocked, container)
    this.#dropEmptyHeadings(kept)
    this.#trimEdges(kept)
    // If nothing remains, an article of links or single words is still the article.
    return kept.includes(1) ? kept : all
  }

  join(kept: Uint8Array): string {
    const lines = this.#tree.lines.filter((_, i) => kept[i])
    return lines.map((line) => this.#text.slice(line.start, line.end)).join('\n')
  }

  #dropLinkLists(kept: Uint8Array, container: number): void {
    const { text, linked, prose } = this.#measures
    const root = this.#tree.nodes[container]
    if (!root) return
    const enough = WRAPPER_SHARE * within(prose, root)
    for (let i = container + 1; i < this.#tree.nodes.length; i++) {
      const node = this.#tree.nodes[i]
      if (!node || node.firstLine >= root.endLine) return
      if (node.tag === 'p' || HEADINGS.has(node.tag) || within(prose, node) > enough) continue
      if (within(linked, node) > LINK_LIST_DENSITY * within(text, node)) {
        kept.fill(0, node.firstLine, node.endLine)
      }
    }
  }

  #dropLinkLines(kept: Uint8Array): void {
    const { weight, density } = this.#measures
    for (let i = 0; i < kept.length; i++) {
      if (!kept[i]) continue
      const link = (density[i] ?? 0) > LINK_LINE_DENSITY && (weight[i] ?? 0) < LINK_LINE_WEIGHT
      // The headline is the page's title, which is stored separately.
      if (link || (HEADINGS.has(this.#tagOf(i)) && this.#isHeadline(i))) kept[i] = 0
    }
  }

  /** Many sites put the first paragraph between the headline and the article's block. */
  #addLead(kept: Uint8Array, blocked: Uint8Array, container: number): void {
    const { weight, density } = this.#measures
    const to = this.#tree.nodes[container]?.firstLine ?? 0
    for (let i = this.#leadStart(container, to); i < to; i++) {
      const sentence = (weight[i] ?? 0) >= LEAD_WEIGHT && (density[i] ?? 0) < LEAD_DENSITY
      if (sentence && !blocked[i]) kept[i] = 1
    }
  }

  #leadStart(container: number, to: number): number {
    const nearest = Math.max(0, to - LEAD_REACH)
    for (let i = to - 1; i >= nearest; i--) if (this.#isHeadline(i)) return i
    for (let i = container; i >= 0; i = this.#tree.nodes[i]?.parent ?? -1) {
      const node = this.#tree.nodes[i]
      if (node?.tag === 'article') return Math.max(node.firstLine, nearest)
    }
    return to
  }

  #isHeadline(i: number): boolean {
    if (this.#tagOf(i) === 'h1') return true
    const line = this.#tree.lines[i]
    if (!line || (this.#measures.weight[i] ?? 0) < HEADLINE_WEIGHT) return false
    return (
      line.end - line.start <= this.#title.length && this.#title.includes(this.#lineText(i).toLowerCase())
    )
  }

  /** Drops a heading whose section was dropped ("Related"), unless a kept heading below it belongs to it. */
  #dropEmptyHeadings(kept: Uint8Array): void {
    let content = false
    let below = ''
    for (let i = kept.length - 1; i >= 0; i--) {
      const tag = this.#tagOf(i)
      const heading = HEADINGS.has(tag) && (this.#measures.weight[i] ?? 0) < HEADING_WEIGHT
      if (!heading) {
        if (kept[i]) {
          content = true
          below = ''
        }
        continue
      }
      if (!content && below <= tag) kept[i] = 0
      if (kept[i]) below = tag
      content = false
    }
  }

  #trimEdges(kept: Uint8Array): void {
    for (let i = 0; i < kept.length && this.#isEdgeNoise(kept, i); i++) kept[i] = 0
    for (let i = kept.length - 1; i >= 0 && this.#isEdgeNoise(kept, i); i--) kept[i] = 0
  }

  #isEdgeNoise(kept: Uint8Array, i: number): boolean {
    if (!kept[i]) return true
    const line = this.#tree.lines[i]
    if (!line || (this.#measures.weight[i] ?? 0) >= EDGE_WEIGHT || ITEMS.has(this.#tagOf(i))) return false
    return !SENTENCE_END.has(this.#text[line.end - 1] ?? '')
  }

  #lineText(i: number): string {
    const line = this.#tree.lines[i]
    return line ? this.#text.slice(line.start, line.end) : ''
  }

  #tagOf(i: number): string {
    return this.#tree.nodes[this.#tree.lines[i]?.node ?? -1]?.tag ?? ''
  }
}
