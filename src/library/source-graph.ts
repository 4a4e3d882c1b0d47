import type { PageGraph, SourceTallies } from '../store/reads.ts'

interface Node {
  readonly id: string
  readonly label: string
  readonly page: number | null
  readonly fetched: number
  readonly kept: number
  readonly relevance: number
  readonly depth: number
}

export interface Graph {
  readonly nodes: readonly Node[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly weight: number }[]
  readonly truncated: boolean
}

/**
 * The sources with the most kept pages, each with the source through which most of its pages were found, and so on back to a seed.
 * The weight of an edge is the number of pages found through it.
 */
export function sourceGraph({ sources, links }: SourceTallies, limit: number): Graph {
  const asked = sources.filter(({ fetched }) => fetched > 0)
  const byName = new Map(asked.map((tally) => [tally.source, tally]))
  const leader = leaders(links)
  const chosen = new Set<string>()
  const ranked = [...asked].sort(
    (a, b) => b.kept - a.kept || b.fetched - a.fetched || (a.source < b.source ? -1 : 1),
  )
  for (const { source } of ranked) {
    const way = wayTo(source, leader, chosen).filter((step) => byName.has(step))
    if (chosen.size + way.length > limit) continue
    for (const step of way) chosen.add(step)
  }
  const nodes = [...chosen].flatMap((source) => {
    const tally = byName.get(source)
    if (!tally) return []
    const { fetched, kept, relevance, depth } = tally
    return [{ id: source, label: source, page: null, fetched, kept, relevance, depth }]
  })
  const edges = links
    .filter(({ from, to }) => from !== to && chosen.has(from) && chosen.has(to))
    .map(({ from, to, pages: weight }) => ({ from, to, weight }))
  return { nodes, edges, truncated: chosen.size < asked.length }
}

/** For each source, the source through which most of its pages were found. */
function leaders(links: SourceTallies['links']): Map<string, string> {
  const best = new Map<string, { from: string; pages: number }>()
  for (const { from, to, pages } of links)
    if (from !== to && pages > (best.get(to)?.pages ?? 0)) best.set(to, { from, pages })
  return new Map([...best].map(([to, { from }]) => [to, from]))
}

function wayTo(source: string, leader: ReadonlyMap<string, string>, known: ReadonlySet<string>): string[] {
  const way: string[] = []
  for (
    let step: string | undefined = source;
    step !== undefined && !known.has(step) && !way.includes(step);
  ) {
    way.push(step)
    step = leader.get(step)
  }
  return way.reverse()
}

/** Kept pages and the pages on the paths to them; the weight of an edge is the score of the link. */
export function graphOfPages({ nodes, edges, truncated }: PageGraph): Graph {
  return {
    nodes: nodes.map(({ id, url, title, fetched, kept, relevance, depth }) => ({
      id: String(id),
      label: title || url,
      page: fetched ? id : null,
      fetched: fetched ? 1 : 0,
      kept: kept ? 1 : 0,
      relevance,
      depth,
    })),
    edges: edges.map(({ from, to, score }) => ({ from: String(from), to: String(to), weight: score })),
    truncated,
  }
}
