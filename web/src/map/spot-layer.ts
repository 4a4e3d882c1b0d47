import Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { Cluster } from './cluster-index.ts'
import type { MapColours } from './map-colours.ts'
import { toMercator } from './pin-groups.ts'

const MIN_PX = 6
const MAX_PX = 24

/** Radius of a circle; its area grows with the logarithm, so that one busy capital does not hide the rest. */
export function radiusOf(cluster: Cluster): number {
  const grown = MIN_PX + 2.2 * Math.log2(cluster.pages + 1) + (cluster.places > 1 ? 3 : 0)
  return Math.round(Math.min(MAX_PX, grown))
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** The circles of places and clusters; at most a few hundred, however many places there are. */
export class SpotLayer {
  readonly layer: VectorLayer
  readonly #source = new VectorSource()
  readonly #styles = new Map<string, Style>()
  readonly #colours: () => MapColours

  constructor(colours: () => MapColours) {
    this.#colours = colours
    this.layer = new VectorLayer({
      source: this.#source,
      // They change while the map moves: drawn with each frame they do not jump at its end.
      updateWhileAnimating: true,
      updateWhileInteracting: true,
      style: (feature) => this.#style(feature.get('radius'), feature.get('label')),
    })
  }

  draw(clusters: readonly Cluster[]): void {
    this.#source.clear(true)
    this.#source.addFeatures(
      clusters.map((cluster) => {
        const geometry = new Point(toMercator(cluster.lat, cluster.lon))
        const label = cluster.places > 1 ? short.format(cluster.pages) : ''
        return new Feature({ geometry, radius: radiusOf(cluster), label })
      }),
    )
  }

  redraw(): void {
    this.#styles.clear()
    this.layer.changed()
  }

  #style(radius: number, label: string): Style {
    const key = `${radius} ${label}`
    const known = this.#styles.get(key)
    if (known) return known
    const colours = this.#colours()
    const style = new Style({
      image: new Circle({
        radius,
        fill: new Fill({ color: colours.spot }),
        stroke: new Stroke({ color: colours['spot-ring'], width: 1.5 }),
      }),
      text: new Text({
        text: label,
        font: '600 11px system-ui, sans-serif',
        fill: new Fill({ color: colours['spot-text'] }),
      }),
    })
    this.#styles.set(key, style)
    return style
  }
}
