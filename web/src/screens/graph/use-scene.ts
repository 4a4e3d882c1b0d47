import { useMemo } from 'react'
import { tokenColour, useShade } from '../../design/theme.ts'
import { type Graph, radiusOf } from './graph-data.ts'

function coloursIn(shade: string) {
  return {
    shade,
    kept: tokenColour('--good'),
    mixed: tokenColour('--warn'),
    rejected: tokenColour('--bad'),
    unseen: tokenColour('--muted'),
    edge: tokenColour('--control-line'),
    text: tokenColour('--ink'),
    ground: tokenColour('--surface'),
    accent: tokenColour('--accent'),
  }
}

/** The colours of the drawing as the theme has them now: the tokens have others in another shade. */
export function useGraphColours() {
  const shade = useShade()
  return useMemo(() => coloursIn(shade), [shade])
}

/** What is looked up for every frame, computed once for each graph. */
export function useRanks(graph: Graph) {
  return useMemo(() => {
    const radii = Float64Array.from(graph.nodes, radiusOf)
    const byWeight = Int32Array.from(graph.weights.keys()).sort(
      (a, b) => graph.weights[b]! - graph.weights[a]! || a - b,
    )
    const degree = (node: number) => graph.inward[node]!.length + graph.outward[node]!.length
    const bySize = Int32Array.from(graph.nodes.keys()).sort(
      (a, b) => radii[b]! - radii[a]! || degree(b) - degree(a) || a - b,
    )
    return { radii, heaviest: byWeight, largest: bySize }
  }, [graph])
}
