import { useEffect, useState } from 'react'
import { useReducedMotion } from '../../design/use-media.ts'
import type { Positions } from './force-layout.ts'
import { type Graph, radiusOf } from './graph-data.ts'
import type { LayoutAnswer, LayoutAsk, LayoutName } from './layout-messages.ts'

/** Steps between two frames while the layout is computed. */
const EVERY = 6

export interface Layout {
  readonly graph: Graph
  readonly positions: Positions
  readonly done: boolean
}

/** Computes the layout of a graph in a worker; null until there is something to draw. */
export function useLayout(graph: Graph | null, name: LayoutName): Layout | null {
  const reducedMotion = useReducedMotion()
  const [layout, setLayout] = useState<Layout | null>(null)
  useEffect(() => {
    if (!graph) return
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      setLayout({ graph, positions: data.positions, done: data.done })
      if (data.done) worker.terminate()
    }
    const ask: LayoutAsk = {
      layout: name,
      every: reducedMotion ? 0 : EVERY,
      wires: {
        nodes: graph.nodes.length,
        from: graph.from,
        to: graph.to,
        depths: Int32Array.from(graph.nodes, (node) => node.depth),
        radii: Float64Array.from(graph.nodes, radiusOf),
      },
    }
    worker.postMessage(ask)
    return () => worker.terminate()
  }, [graph, name, reducedMotion])
  return layout?.graph === graph ? layout : null
}
