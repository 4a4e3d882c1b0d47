import type { Cluster } from './cluster-index.ts'
import type { ClusterAnswer, ClusterAsk } from './cluster-messages.ts'
import type { Box, MapPoints } from './points.ts'

/** Clusters in a worker, so that neither loading 50,000 places nor querying them costs the map a frame. */
export class ClusterThread {
  readonly #worker: Worker
  #turn = 0

  constructor(onClusters: (clusters: readonly Cluster[]) => void) {
    this.#worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<ClusterAnswer>) => {
      if (data.turn === this.#turn) onClusters(data.clusters)
    }
  }

  load(points: MapPoints): void {
    const lats = Float64Array.from(points.lats)
    const lons = Float64Array.from(points.lons)
    const pages = Float64Array.from(points.pages)
    const ask: ClusterAsk = { ask: 'load', lats, lons, pages }
    this.#worker.postMessage(ask, [lats.buffer, lons.buffer, pages.buffer])
  }

  /** Requests the clusters in the box; only the newest request is answered. */
  ask(box: Box, zoom: number): void {
    this.#turn += 1
    const ask: ClusterAsk = { ask: 'within', box, zoom, turn: this.#turn }
    this.#worker.postMessage(ask)
  }

  end(): void {
    this.#worker.terminate()
  }
}
