import type { Cluster } from './cluster-index.ts'
import type { Box } from './points.ts'

/** Messages to the clustering worker. */
export type ClusterAsk =
  | {
      readonly ask: 'load'
      readonly lats: Float64Array
      readonly lons: Float64Array
      readonly pages: Float64Array
    }
  | { readonly ask: 'within'; readonly box: Box; readonly zoom: number; readonly turn: number }

/** `turn` is that of the request: a reply to an older one is dropped. */
export interface ClusterAnswer {
  readonly turn: number
  readonly clusters: readonly Cluster[]
}
