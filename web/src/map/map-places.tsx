import { count, plural } from '../design/format.ts'
import type { Cluster } from './cluster-index.ts'
import { type MapPoints, placeAt } from './points.ts'

/** The list names the most frequent places in view; zooming in shows fewer. */
const MAX_LISTED = 60

export function nameOf(cluster: Cluster, points: MapPoints): string {
  const { name } = placeAt(points, cluster.top)
  return cluster.places > 1 ? `${name} and ${count(cluster.places - 1)} more` : name
}

export function weightOf(cluster: Cluster): string {
  return plural(cluster.pages, cluster.places > 1 ? 'mention' : 'page')
}

interface Props {
  readonly clusters: readonly Cluster[]
  readonly points: MapPoints
  readonly onOpen: (cluster: Cluster) => void
}

/** What the canvas shows, as a list: for the keyboard, for screen readers, and for reading. */
export function MapPlaces({ clusters, points, onOpen }: Props) {
  const listed = [...clusters].sort((a, b) => b.pages - a.pages).slice(0, MAX_LISTED)
  return (
    <details className="map-places">
      <summary>Places in view ({count(clusters.length)})</summary>
      <ul>
        {listed.map((cluster) => (
          <li key={`${cluster.top} ${cluster.places}`}>
            <button type="button" onClick={() => onOpen(cluster)}>
              <bdi>{nameOf(cluster, points)}</bdi> <small>{weightOf(cluster)}</small>
            </button>
          </li>
        ))}
      </ul>
      {clusters.length > MAX_LISTED && (
        <p>Showing the {MAX_LISTED} most frequent. Zoom in to see the others.</p>
      )}
    </details>
  )
}
