import type { Cluster } from './cluster-index.ts'
import type { Box } from './points.ts'

/** What the map asks of its clustering thread. */
export type ClusterAsk =
  | {
      readonly ask: 'load'
      readonly lats: Float64Array
      readonly lons: Float64Array
      readonly pages: Float64Array
    }
  | { readonly ask: 'within'; readonly box: Box; readonly zoom: number; readonly turn: number }

/** `turn` is that of the question: an answer to an older one is dropped. */
export interface ClusterAnswer {
  readonly turn: number
  readonly clusters: readonly Cluster[]
}
