import type { BlockHint } from './block-hints.ts'
import type { BlockNode, BlockTree } from './block-tree.ts'
import { type LineMeasures, runningSums, within } from './line-measures.ts'

/** A boilerplate name on a block with more than this share of the page's prose is wrong. */
const TOO_MUCH_PROSE = 0.5
/**
 * A block named as the article's text that has this share of all prose overrides the names of its ancestors.
 */
const CLEARING_SHARE = 0.25
/**
 * A line that counts as prose inside a block that is seldom part of the article: a full sentence, hardly any
 * links.
 */
const SENTENCE_WEIGHT = 80
const SENTENCE_DENSITY = 0.2
/** A block named as the article's text is selected if it has this share of the remaining prose. */
const NAMED_SHARE = 0.4
/** Without a named block, the innermost one that has this share of its ancestor's prose is selected. */
const DESCENT_SHARE = 0.8

const NOT_CONTAINERS = new Set('p h1 h2 h3 h4 h5 h6'.split(' '))

/** Marks the lines in navigation, comments, forms and similar blocks. */
export function blockedLines(
  tree: BlockTree,
  measures: LineMeasures,
  hints: readonly BlockHint[],
): Uint8Array {
  const blocked = new Uint8Array(tree.lines.length)
  const total = measures.prose.at(-1) ?? 0
  const clearing = ancestorsOfArticle(tree, measures, hints, total)
  for (let i = 0; i < tree.nodes.length; i++) {
    const node = tree.nodes[i]
    const hint = hints[i]
    if (!node || hint === 'none' || hint === 'article' || clearing[i]) continue
    if (within(measures.prose, node) > TOO_MUCH_PROSE * total) continue
    if (hint !== 'seldom') blocked.fill(1, node.firstLine, node.endLine)
    else blockFragments(node, measures, blocked)
  }
  return blocked
}

function ancestorsOfArticle(
  tree: BlockTree,
  measures: LineMeasures,
  hints: readonly BlockHint[],
  total: number,
): Uint8Array {
  const ancestors = new Uint8Array(tree.nodes.length)
  for (let i = tree.nodes.length - 1; i >= 0; i--) {
    const node = tree.nodes[i]
    if (!node || node.parent < 0) continue
    const named = hints[i] === 'article' && within(measures.prose, node) > CLEARING_SHARE * total
    if (named || ancestors[i]) ancestors[node.parent] = 1
  }
  return ancestors
}

function blockFragments(node: BlockNode, { weight, density }: LineMeasures, blocked: Uint8Array): void {
  for (let i = node.firstLine; i < node.endLine; i++) {
    const sentence = (weight[i] ?? 0) >= SENTENCE_WEIGHT && (density[i] ?? 0) < SENTENCE_DENSITY
    if (!sentence) blocked[i] = 1
  }
}

/** The block that contains the article: one named as such, otherwise the innermost one with most of the prose. */
export function chooseContainer(
  tree: BlockTree,
  measures: LineMeasures,
  hints: readonly BlockHint[],
  blocked: Uint8Array,
): number {
  const prose = unblockedProse(measures.prose, blocked)
  const total = prose.at(-1) ?? 0
  let best = -1
  let largest = NAMED_SHARE * total
  for (let i = 0; i < tree.nodes.length; i++) {
    const node = tree.nodes[i]
    if (!node || hints[i] !== 'article') continue
    const share = within(prose, node)
    if (share > largest) {
      best = i
      largest = share
    }
  }
  return best >= 0 ? best : descend(tree.nodes, prose)
}

/** Running sums of the prose on lines that are not blocked. */
function unblockedProse(prose: Float64Array, blocked: Uint8Array): Float64Array {
  const own = new Float64Array(blocked.length)
  for (let i = 0; i < blocked.length; i++) if (!blocked[i]) own[i] = (prose[i + 1] ?? 0) - (prose[i] ?? 0)
  return runningSums(own)
}

function descend(nodes: readonly BlockNode[], prose: Float64Array): number {
  let current = 0
  for (let i = 1; i < nodes.length; i++) {
    const node = nodes[i]
    const outer = nodes[current]
    // Children come after their parents, so one forward pass visits every descendant of the current block.
    if (!node || !outer || NOT_CONTAINERS.has(node.tag)) continue
    if (node.endLine > outer.endLine || node.firstLine < outer.firstLine) continue
    const held = within(prose, node)
    if (held > 0 && held > DESCENT_SHARE * within(prose, outer) && isInside(nodes, i, current)) current = i
  }
  return current
}

function isInside(nodes: readonly BlockNode[], inner: number, outer: number): boolean {
  let i = inner
  while (i > outer) i = nodes[i]?.parent ?? -1
  return i === outer
}
