import { type ClusterIndex, clusterIndex } from './cluster-index.ts'
import type { ClusterAnswer, ClusterAsk } from './cluster-messages.ts'

let index: ClusterIndex | null = null

self.onmessage = ({ data }: MessageEvent<ClusterAsk>) => {
  if (data.ask === 'load') {
    index = clusterIndex(data.lats, data.lons, data.pages)
    return
  }
  const answer: ClusterAnswer = { turn: data.turn, clusters: index?.within(data.box, data.zoom) ?? [] }
  self.postMessage(answer)
}
