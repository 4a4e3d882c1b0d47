import { EventideError } from '../model/errors.ts'
import type { Ontology } from '../model/ontology.ts'
import { nameOf } from './labels.ts'
import { MAX_DRAWN, shortened, svgPage, svgText, textWidth } from './svg-page.ts'
import { treeRows } from './tree-rows.ts'
import { escapeXml } from './xml-text.ts'

const ROW = 24
const INDENT = 28
const MARGIN = 24
const MAX_LABEL_WIDTH = 420
const WEIGHT_WIDTH = 50

/** A self-contained drawing of a concept hierarchy. */
export function treeSvg(ontology: Ontology, title: string): string {
  const { size, parts } = drawn(ontology)
  return svgPage(size, title, parts)
}

/** Several of them below each other, each under its name; one that is too large is replaced by a note. */
export function treesSvg(ontologies: readonly Ontology[], title: string): string {
  const parts: string[] = []
  const size = { width: 0, height: 0 }
  for (const ontology of ontologies) {
    const name = ontology.name ?? ''
    if (ontologies.length > 1 || ontology.concepts.length > MAX_DRAWN) {
      const words =
        ontology.concepts.length > MAX_DRAWN ? `${name} ${tooMany(ontology.concepts.length)}` : name
      const heading = shortened(words.trim() || 'concepts', MAX_LABEL_WIDTH * 2)
      parts.push(svgText({ x: MARGIN, y: size.height + MARGIN }, heading, 'class="topic"'))
      size.width = Math.max(size.width, 2 * MARGIN + textWidth(heading))
      size.height += ROW + MARGIN / 2
    }
    if (ontology.concepts.length > MAX_DRAWN) continue
    const tree = drawn(ontology)
    parts.push(`<g transform="translate(0 ${size.height})">`, ...tree.parts, '</g>')
    size.width = Math.max(size.width, tree.size.width)
    size.height += tree.size.height
  }
  return svgPage({ ...size, height: size.height + MARGIN / 2 }, title, parts)
}

function tooMany(concepts: number): string {
  return `${concepts} concepts are too many to read in a drawing (at most ${MAX_DRAWN})`
}

/**
 * One row per concept, narrower ones indented below a broader one; further broader concepts are connected by
 * curves. Each with its names in all languages and its similarity to the topic.
 */
function drawn(ontology: Ontology): { size: { width: number; height: number }; parts: string[] } {
  const rows = treeRows(ontology)
  if (rows.length > MAX_DRAWN) throw new EventideError('drawing-size', tooMany(rows.length))
  const x = (row: number) => MARGIN + (rows[row]?.level ?? 0) * INDENT
  const y = (row: number) => MARGIN + row * ROW
  const labels = rows.map(({ concept }) => {
    const name = nameOf(concept)
    const others = concept.labels.map(({ text }) => text).filter((text) => text !== name)
    return shortened([name, ...others].join(' · '), MAX_LABEL_WIDTH)
  })
  const widest = labels.reduce((most, label, row) => Math.max(most, x(row) + textWidth(label)), 0)
  const lines = rows.flatMap(({ under, alsoUnder }, row) => [
    ...(under === undefined
      ? []
      : [`<path class="line" d="M${x(under)},${y(under)} V${y(row)} H${x(row)}"/>`]),
    ...alsoUnder.map(
      (other) =>
        `<path class="line" stroke-dasharray="3 3" d="M${x(other)},${y(other)} C${x(other) - INDENT},${y(other)} ${x(row) - INDENT},${y(row)} ${x(row)},${y(row)}"/>`,
    ),
  ])
  const nodes = rows.map(({ concept, similarity }, row) => {
    const isTopic = concept.id === ontology.topic
    const words = [...concept.labels, ...concept.synonyms].map(({ text }) => text)
    const weight = similarity.value.toFixed(2)
    return [
      `<g><title>${escapeXml([concept.id, ...words].join(', '))}</title>`,
      `<circle class="node${isTopic ? ' term' : ''}" cx="${x(row)}" cy="${y(row)}" r="5"/>`,
      svgText({ x: x(row) + 12, y: y(row) + 4 }, labels[row] ?? '', isTopic ? 'class="topic"' : ''),
      svgText({ x: widest + 12 + WEIGHT_WIDTH, y: y(row) + 4 }, weight, 'text-anchor="end" class="quiet"'),
      '</g>',
    ].join('')
  })
  const size = { width: widest + 12 + WEIGHT_WIDTH + MARGIN, height: y(rows.length - 1) + MARGIN }
  return { size, parts: [...lines, ...nodes] }
}
