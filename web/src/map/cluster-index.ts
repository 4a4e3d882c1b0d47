import Supercluster from 'supercluster'
import type { Box } from './points.ts'

/** Pixels within which places are drawn as one: two of the largest circles do not cover each other. */
const RADIUS_PX = 48
/** The map's zoom 0 is one tile of 256 pixels. */
const TILE_PX = 256
/** Clusters do not split beyond this zoom: their places are within 100 m or so of each other. */
const LAST_ZOOM = 16

/** Places drawn as one circle: one place, or several that are too close to each other. */
export interface Cluster {
  readonly lat: number
  readonly lon: number
  /** How many places. */
  readonly places: number
  /** Sum of the pages of its places; a page that names two of them counts twice. */
  readonly pages: number
  /** Column of its place with the most pages. */
  readonly top: number
  /** Columns of its places, the first few; all of them where zooming in does not part them. */
  readonly members: readonly number[]
  /** Zoom at which it falls apart; null for one place, and for several on one spot. */
  readonly opensAt: number | null
}

interface Weight {
  readonly index: number
  readonly pages: number
}
interface Sum {
  sum: number
  top: number
  max: number
}

export interface ClusterIndex {
  within(box: Box, zoom: number): Cluster[]
}

/** At most this many places at one position are listed; more are found by searching. */
const MAX_MEMBERS = 100

export function clusterIndex(
  lats: ArrayLike<number>,
  lons: ArrayLike<number>,
  pages: ArrayLike<number>,
): ClusterIndex {
  const index = new Supercluster<Weight, Sum>({
    radius: RADIUS_PX,
    extent: TILE_PX,
    maxZoom: LAST_ZOOM,
    map: ({ index, pages }) => ({ sum: pages, top: index, max: pages }),
    reduce: (all, one) => {
      all.sum += one.sum
      if (one.max > all.max) {
        all.max = one.max
        all.top = one.top
      }
    },
  })
  index.load(
    Array.from({ length: lats.length }, (_, i) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [lons[i] ?? 0, lats[i] ?? 0] },
      properties: { index: i, pages: pages[i] ?? 0 },
    })),
  )
  const membersOf = (id: number) =>
    index.getLeaves(id, MAX_MEMBERS).map((leaf) => leaf.properties?.index ?? 0)
  return {
    within: (box, zoom) =>
      index
        .getClusters([...box], Math.min(LAST_ZOOM, Math.max(0, Math.floor(zoom))))
        .map((feature): Cluster => {
          const [lon = 0, lat = 0] = feature.geometry.coordinates
          const { properties } = feature
          if (!('cluster' in properties)) {
            return {
              lat,
              lon,
              places: 1,
              pages: properties.pages,
              top: properties.index,
              members: [properties.index],
              opensAt: null,
            }
          }
          const opens = index.getClusterExpansionZoom(properties.cluster_id)
          const opensAt = opens > LAST_ZOOM ? null : opens
          const members = opensAt === null ? membersOf(properties.cluster_id) : [properties.top]
          return {
            lat,
            lon,
            places: properties.point_count,
            pages: properties.sum,
            top: properties.top,
            members,
            opensAt,
          }
        }),
  }
}
