import type { BlockNode, BlockTree } from './block-tree.ts'

/**
 * The values from which the main text is selected: per line, and as running sums, so that the sum over a
 * block is one subtraction.
 */
export interface LineMeasures {
  /** Length in Latin-letter equivalents. */
  readonly weight: Float64Array
  /** Share of the line inside links, 0..1. */
  readonly density: Float64Array
  /** Running sums, one entry longer than the lines: all text, linked text, prose. */
  readonly text: Float64Array
  readonly linked: Float64Array
  readonly prose: Float64Array
}

/** A Han, kana or hangul character carries about as much information as two and a half Latin letters. */
const IDEOGRAPH = 2.5
const IDEOGRAPHS = /[\u2e80-\ud7ff]/
/** A line of prose has at least the length of a short sentence (about ten words) ... */
const PROSE_WEIGHT = 60
/** ... and few links. */
const PROSE_DENSITY = 0.5
/** A page with less prose than a short paragraph is measured by all its unlinked text. */
const SCARCE_PROSE = 200

/** Measures every line of the page. */
export function measureLines(tree: BlockTree, text: string): LineMeasures {
  const count = tree.lines.length
  const weight = new Float64Array(count)
  const density = new Float64Array(count)
  const prose = new Float64Array(count)
  const plain = new Float64Array(count)
  const linked = new Float64Array(count)
  // Most pages have no ideographs: the weight of a line is then its length.
  const mixed = IDEOGRAPHS.test(text)
  let total = 0
  for (let i = 0; i < count; i++) {
    const line = tree.lines[i]
    if (!line) continue
    const length = line.end - line.start
    const size = mixed ? weightOf(text, line.start, line.end) : length
    const share = line.linked / Math.max(1, length)
    const unlinked = share < PROSE_DENSITY ? size * (1 - share) : 0
    weight[i] = size
    density[i] = share
    linked[i] = size * share
    plain[i] = unlinked
    if (size < PROSE_WEIGHT) continue
    prose[i] = unlinked
    total += unlinked
  }
  return {
    weight,
    density,
    text: runningSums(weight),
    linked: runningSums(linked),
    prose: runningSums(total < SCARCE_PROSE ? plain : prose),
  }
}

export function runningSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    sum += values[i] ?? 0
    sums[i + 1] = sum
  }
  return sums
}

/** The part of a running sum that belongs to a block. */
export function within(sums: Float64Array, { firstLine, endLine }: BlockNode): number {
  return (sums[endLine] ?? 0) - (sums[firstLine] ?? 0)
}

function weightOf(text: string, start: number, end: number): number {
  let weight = 0
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    weight += code >= 0x2e80 && code < 0xd800 ? IDEOGRAPH : 1
  }
  return weight
}
