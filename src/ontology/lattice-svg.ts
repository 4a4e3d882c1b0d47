import { EventideError } from '../model/errors.ts'
import { bitsIn } from './bits.ts'
import type { FormalConcept, Lattice } from './lattice.ts'
import { layOut, lineKey } from './layers.ts'
import { MAX_DRAWN, round, shortened, svgPage, svgText, textWidth } from './svg-page.ts'
import { escapeXml } from './xml-text.ts'

const RADIUS = 8
const LINE_HEIGHT = 15
const MARGIN = 24
/** Space between a node's lowest label and the highest label below it, for the lines. */
const BETWEEN = 44
const MAX_LABEL_WIDTH = 150
const MAX_LABELS = 4

/**
 * The Hasse diagram of a lattice as in OA figure 1: terms above the concept that introduces them, documents
 * below the concept that introduces them; the upper half of a node is filled if it introduces a term, the
 * lower half if it introduces a document.
 */
export function latticeSvg(lattice: Lattice, title: string): string {
  const { concepts, context } = lattice
  if (concepts.length > MAX_DRAWN) {
    throw new EventideError(
      'lattice-size',
      `The concept lattice has ${concepts.length} concepts, too many to read in a drawing (at most ${MAX_DRAWN}): use fewer terms (--terms) or fewer documents`,
    )
  }
  const labels = concepts.map(({ ownTerms, ownDocuments }) => ({
    above: few(ownTerms.map((term) => context.terms[term] ?? '')),
    below: few(ownDocuments.map((document) => context.documents[document] ?? '')),
  }))
  const widths = labels.map(({ above, below }) =>
    [...above, ...below].reduce((widest, label) => Math.max(widest, textWidth(label)), 2 * RADIUS),
  )
  const layout = layOut({ above: concepts.map(({ above }) => above), widths })
  const y = rowPlaces(layout, labels)
  const at = (node: number) => ({ x: (layout.x[node] ?? 0) + MARGIN, y: y.of[layout.layer[node] ?? 0] ?? 0 })
  const lines = concepts.flatMap(({ above }, node) =>
    above.map((over) => {
      const bends = (layout.bends.get(lineKey(node, over)) ?? []).map(({ x, layer }) => ({
        x: x + MARGIN,
        y: y.of[layer] ?? 0,
      }))
      const points = [at(node), ...bends, at(over)].map((point) => `${round(point.x)},${round(point.y)}`)
      return `<polyline class="line" points="${points.join(' ')}"/>`
    }),
  )
  const nodes = concepts.map((concept, node) => {
    const place = at(node)
    const { above, below } = labels[node] ?? { above: [], below: [] }
    return [
      `<g><title>${escapeXml(told(concept, lattice))}</title>`,
      halves(place, above.length > 0, below.length > 0),
      ...above.map((text, i) =>
        svgText({ x: place.x, y: place.y - RADIUS - 6 - (above.length - 1 - i) * LINE_HEIGHT }, text, MIDDLE),
      ),
      ...below.map((text, i) =>
        svgText(
          { x: place.x, y: place.y + RADIUS + LINE_HEIGHT + i * LINE_HEIGHT },
          text,
          `${MIDDLE} class="quiet"`,
        ),
      ),
      '</g>',
    ].join('')
  })
  return svgPage({ width: layout.width + 2 * MARGIN, height: y.height }, title, [...lines, ...nodes])
}

const MIDDLE = 'text-anchor="middle"'

function few(labels: readonly string[]): string[] {
  const shown = labels.length > MAX_LABELS ? labels.slice(0, MAX_LABELS - 1) : labels
  const more = labels.length - shown.length
  return [...shown.map((label) => shortened(label, MAX_LABEL_WIDTH)), ...(more > 0 ? [`+ ${more} more`] : [])]
}

/** The vertical position of each layer, with space for the labels of its nodes. */
function rowPlaces(
  { layer, layers }: { readonly layer: readonly number[]; readonly layers: number },
  labels: readonly { readonly above: readonly string[]; readonly below: readonly string[] }[],
): { of: number[]; height: number } {
  const above = new Array<number>(layers).fill(0)
  const below = new Array<number>(layers).fill(0)
  for (const [node, label] of labels.entries()) {
    const row = layer[node] ?? 0
    above[row] = Math.max(above[row] ?? 0, label.above.length)
    below[row] = Math.max(below[row] ?? 0, label.below.length)
  }
  const of: number[] = []
  let top = MARGIN
  for (let row = 0; row < layers; row++) {
    const place = top + (above[row] ?? 0) * LINE_HEIGHT + RADIUS
    of.push(place)
    top = place + RADIUS + (below[row] ?? 0) * LINE_HEIGHT + BETWEEN
  }
  return { of, height: top - BETWEEN + MARGIN }
}

function halves({ x, y }: { x: number; y: number }, isTerm: boolean, isDocument: boolean): string {
  const half = (name: string, sweep: 0 | 1) =>
    `<path class="${name}" d="M${round(x - RADIUS)},${round(y)} A${RADIUS},${RADIUS} 0 0 ${sweep} ${round(x + RADIUS)},${round(y)} Z"/>`
  return [
    `<circle class="node" cx="${round(x)}" cy="${round(y)}" r="${RADIUS}"/>`,
    isTerm ? half('term', 1) : '',
    isDocument ? half('document', 0) : '',
  ].join('')
}

function told({ intent, extent }: FormalConcept, { context }: Lattice): string {
  const documents = bitsIn(extent)
  const terms = intent.map((term) => context.terms[term] ?? '')
  const names = documents.slice(0, 20).map((document) => context.documents[document] ?? '')
  const more = documents.length > names.length ? ', ...' : ''
  return `terms: ${terms.join(', ') || 'none'}; ${documents.length} documents${names.length > 0 ? `: ${names.join(', ')}${more}` : ''}`
}
