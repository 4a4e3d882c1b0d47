import { escapeHtml } from '../../../../src/html/escape-html.ts'
import { csvRecord } from '../../../../src/library/csv.ts'
import type { Positions } from './force-layout.ts'
import { type Graph, radiusOf, STANDING_LABELS, type Standing } from './graph-data.ts'

/** Nodes in one table, edges in the other: what graph programs and spreadsheets read. */
export function nodesCsv(graph: Graph): string {
  const head = csvRecord([
    'id',
    'label',
    'page',
    'verdict',
    'fetched',
    'kept',
    'relevance',
    'depth',
    'linksIn',
    'linksOut',
  ])
  const rows = graph.nodes.map((node, i) =>
    csvRecord([
      node.id,
      node.label,
      node.page,
      STANDING_LABELS[graph.standings[i]!],
      node.fetched,
      node.kept,
      node.relevance,
      node.depth,
      graph.inward[i]!.length,
      graph.outward[i]!.length,
    ]),
  )
  return head + rows.join('')
}

export function edgesCsv(graph: Graph): string {
  const lines = [csvRecord(['from', 'to', 'weight'])]
  graph.weights.forEach((weight, e) => {
    lines.push(csvRecord([graph.nodes[graph.from[e]!]!.id, graph.nodes[graph.to[e]!]!.id, weight]))
  })
  return lines.join('')
}

export function graphJson(graph: Graph, positions: Positions): string {
  const nodes = graph.nodes.map((node, i) => ({
    ...node,
    verdict: graph.standings[i]!,
    x: round(positions[2 * i]!),
    y: round(positions[2 * i + 1]!),
  }))
  const edges = Array.from(graph.weights, (weight, e) => ({
    from: graph.nodes[graph.from[e]!]!.id,
    to: graph.nodes[graph.to[e]!]!.id,
    weight,
  }))
  return `${JSON.stringify({ nodes, edges }, null, 1)}\n`
}

export type Palette = Readonly<Record<Standing | 'edge' | 'text' | 'ground', string>>

const MARGIN = 40

/** The current drawing as shapes and text only: no scripts, no links, nothing external. */
export function graphSvg(graph: Graph, positions: Positions, palette: Palette): string {
  const box = boundsOf(positions)
  const [width, height] = [box.right - box.left + 2 * MARGIN, box.bottom - box.top + 2 * MARGIN]
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="${round(box.left - MARGIN)} ${round(box.top - MARGIN)} ${round(width)} ${round(height)}" font-family="system-ui, sans-serif" font-size="11">`,
    `<rect x="${round(box.left - MARGIN)}" y="${round(box.top - MARGIN)}" width="${round(width)}" height="${round(height)}" fill="${xml(palette.ground)}"/>`,
    `<g stroke="${xml(palette.edge)}" stroke-opacity="0.5">`,
  ]
  graph.from.forEach((from, e) => {
    const to = graph.to[e]!
    const ends = [
      positions[2 * from]!,
      positions[2 * from + 1]!,
      positions[2 * to]!,
      positions[2 * to + 1]!,
    ].map(round)
    parts.push(`<line x1="${ends[0]}" y1="${ends[1]}" x2="${ends[2]}" y2="${ends[3]}"/>`)
  })
  parts.push('</g>')
  graph.nodes.forEach((node, i) => {
    const [x, y, r] = [positions[2 * i]!, positions[2 * i + 1]!, radiusOf(node)]
    const standing = graph.standings[i]!
    parts.push(
      `<g><title>${xml(`${node.label}: ${STANDING_LABELS[standing]}`)}</title>${shape(standing, x, y, r, xml(palette[standing]))}<text x="${round(x + r + 3)}" y="${round(y + 4)}" fill="${xml(palette.text)}">${xml(node.label)}</text></g>`,
    )
  })
  parts.push('</svg>\n')
  return parts.join('\n')
}

function shape(standing: Standing, x: number, y: number, r: number, colour: string): string {
  const [cx, cy, radius] = [round(x), round(y), round(r)]
  if (standing === 'kept') return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${colour}"/>`
  if (standing === 'mixed')
    return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="none" stroke="${colour}" stroke-width="2"/><path d="M${cx} ${round(y - r)}a${radius} ${radius} 0 0 0 0 ${round(2 * r)}z" fill="${colour}"/>`
  if (standing === 'rejected')
    return `<rect x="${round(x - r)}" y="${round(y - r)}" width="${round(2 * r)}" height="${round(2 * r)}" fill="none" stroke="${colour}" stroke-width="2"/>`
  return `<path d="M${cx} ${round(y - r)}L${round(x + r)} ${cy}L${cx} ${round(y + r)}L${round(x - r)} ${cy}Z" fill="none" stroke="${colour}" stroke-width="1.5"/>`
}

export interface Bounds {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export function boundsOf(positions: Positions): Bounds {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]!)
    right = Math.max(right, positions[i]!)
    top = Math.min(top, positions[i + 1]!)
    bottom = Math.max(bottom, positions[i + 1]!)
  }
  return positions.length === 0 ? { left: 0, right: 0, top: 0, bottom: 0 } : { left, right, top, bottom }
}

const round = (value: number) => Math.round(value * 10) / 10

/** XML text; the characters that XML cannot hold are left out. */
function xml(text: string): string {
  return escapeHtml(Array.from(text.toWellFormed()).filter(isXml).join(''))
}

function isXml(character: string): boolean {
  const code = character.codePointAt(0)!
  return code >= 0x20 ? code !== 0xfffe && code !== 0xffff : code === 0x09 || code === 0x0a || code === 0x0d
}
