import type { Calls } from '../../../../src/api/routes.ts'
import { count, plural } from '../../design/format.ts'

export type GraphReply = Calls['GET /api/collections/:id/graph']['reply']
export type GraphNode = GraphReply['nodes'][number]

/** The outcome for a node; each has a colour, a shape and a label. */
export const STANDINGS = ['kept', 'mixed', 'rejected', 'unseen'] as const
export type Standing = (typeof STANDINGS)[number]

export const STANDING_LABELS: Readonly<Record<Standing, string>> = {
  kept: 'kept',
  mixed: 'partly kept',
  rejected: 'not kept',
  unseen: 'not fetched',
}

/** A source counts as kept from this share of kept pages on; below it, it is mixed. */
const MOSTLY = 0.5

export function standingOf(node: Pick<GraphNode, 'fetched' | 'kept'>): Standing {
  if (node.fetched === 0) return 'unseen'
  if (node.kept === 0) return 'rejected'
  return node.kept / node.fetched >= MOSTLY ? 'kept' : 'mixed'
}

export interface Link {
  /** Index of the node at the other end. */
  readonly node: number
  readonly weight: number
}

/** The graph with its ends looked up: nodes are known by their index from here on. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly standings: readonly Standing[]
  readonly from: Int32Array
  readonly to: Int32Array
  readonly weights: Float64Array
  /** By node, heaviest first. */
  readonly inward: readonly (readonly Link[])[]
  readonly outward: readonly (readonly Link[])[]
}

/** Edges whose ends were cut off with the limit, and edges of a node to itself, are left out. */
export function indexGraph({ nodes, edges }: Pick<GraphReply, 'nodes' | 'edges'>): Graph {
  const indices = new Map(nodes.map((node, index) => [node.id, index]))
  const inward: Link[][] = nodes.map(() => [])
  const outward: Link[][] = nodes.map(() => [])
  const from: number[] = []
  const to: number[] = []
  const weights: number[] = []
  for (const edge of edges) {
    const a = indices.get(edge.from)
    const b = indices.get(edge.to)
    if (a === undefined || b === undefined || a === b) continue
    from.push(a)
    to.push(b)
    weights.push(edge.weight)
    outward[a]!.push({ node: b, weight: edge.weight })
    inward[b]!.push({ node: a, weight: edge.weight })
  }
  for (const links of [...inward, ...outward]) links.sort((a, b) => b.weight - a.weight || a.node - b.node)
  return {
    nodes,
    standings: nodes.map(standingOf),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    weights: Float64Array.from(weights),
    inward,
    outward,
  }
}

/** Radius on the drawing before zoom: by area, so that a source of a hundred pages is not a hundred times as wide. */
export function radiusOf(node: Pick<GraphNode, 'fetched'>): number {
  return Math.min(24, 4 + 1.6 * Math.sqrt(node.fetched))
}

/** The node in one line, for tool-tips, lists and screen readers. */
export function describeNode(graph: Graph, index: number): string {
  const node = graph.nodes[index]!
  const pages =
    node.fetched === 0
      ? 'not fetched'
      : node.page !== null
        ? `${STANDING_LABELS[graph.standings[index]!]}, relevance ${node.relevance.toFixed(2)}`
        : `${count(node.kept)} of ${plural(node.fetched, 'page')} kept`
  const links = `${plural(graph.inward[index]!.length, 'link')} in, ${count(graph.outward[index]!.length)} out`
  return `${node.label}: ${pages}; ${links}`
}
