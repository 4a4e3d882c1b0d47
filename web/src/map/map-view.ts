import Feature from 'ol/Feature.js'
import { fromExtent } from 'ol/geom/Polygon.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import KeyboardPan from 'ol/interaction/KeyboardPan.js'
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import { toLonLat, transformExtent } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import View from 'ol/View.js'
import { BaseMap, tileLayer } from './base-map.ts'
import type { Cluster } from './cluster-index.ts'
import { ClusterThread } from './cluster-thread.ts'
import { mapColours } from './map-colours.ts'
import { toMercator } from './pin-groups.ts'
import type { Box, MapPoints } from './points.ts'
import { radiusOf, SpotLayer } from './spot-layer.ts'
import { boxOf, widened } from './view-box.ts'

const WORLD_M = 20_037_508.342789244
const MAX_ZOOM = 18
/** A single place is shown with its surroundings, not alone in a field. */
const NEAREST_FIT_ZOOM = 8
const ANIMATION_MS = 220
/** Fingers are wide. */
const HIT_PX = 6

export interface MapListeners {
  /** What is in view now. */
  readonly onClusters: (clusters: readonly Cluster[]) => void
  readonly onHover: (cluster: Cluster | null) => void
  /** Not called for a cluster that opens further: the map zooms into it. */
  readonly onPickCluster: (cluster: Cluster) => void
  readonly onPickPoint: (lat: number, lon: number) => void
  /** After every frame: where things lie has changed. */
  readonly onFrame: () => void
  /** After the map has come to rest. */
  readonly onRest: () => void
  readonly onBaseMapFailed: () => void
}

/** The map itself, free of React: OpenLayers on a canvas, clusters from their own thread. */
export class MapView {
  readonly #map: OlMap
  readonly #view: View
  readonly #base: BaseMap | null
  readonly #spots: SpotLayer
  readonly #box = new VectorSource()
  readonly #threads: ClusterThread
  readonly #listeners: () => MapListeners
  readonly #resize: ResizeObserver
  #clusters: readonly Cluster[] = []
  #colours = mapColours()
  #requestedKey = ''

  /** @param listeners called with each event: listeners may change */
  constructor(target: HTMLElement, tiles: string | null, listeners: () => MapListeners) {
    this.#listeners = listeners
    const colours = () => this.#colours
    this.#spots = new SpotLayer(colours)
    this.#base = tiles === null ? new BaseMap(colours) : null
    const boxLayer = new VectorLayer({
      source: this.#box,
      style: () =>
        new Style({ stroke: new Stroke({ color: this.#colours.box, width: 2, lineDash: [6, 5] }) }),
    })
    this.#view = new View({
      center: [0, 1_500_000],
      zoom: 1,
      minZoom: 0,
      maxZoom: MAX_ZOOM,
      multiWorld: true,
      enableRotation: false,
      constrainOnlyCenter: true,
      extent: [-3 * WORLD_M, -0.8 * WORLD_M, 3 * WORLD_M, 0.8 * WORLD_M],
    })
    this.#map = new OlMap({
      target,
      controls: [],
      interactions: [
        dragPan(),
        new DoubleClickZoom(),
        new KeyboardPan(),
        new KeyboardZoom(),
        new MouseWheelZoom(),
        new PinchZoom(),
      ],
      layers: [...(this.#base?.layers ?? [tileLayer(tiles ?? '')]), boxLayer, this.#spots.layer],
      view: this.#view,
    })
    this.#threads = new ClusterThread((clusters) => {
      this.#clusters = clusters
      this.#spots.draw(clusters)
      listeners().onClusters(this.#inView())
    })
    this.#listen()
    // Side columns change the size without a resize event of the window.
    this.#resize = new ResizeObserver(() => target.clientHeight > 0 && this.#map.updateSize())
    this.#resize.observe(target)
    this.#loadBase()
  }

  #listen(): void {
    this.#map.on('postrender', () => this.#listeners().onFrame())
    this.#map.on('moveend', () => {
      this.#ask()
      this.#loadBase()
      this.#listeners().onRest()
    })
    this.#view.on('change:resolution', () => this.#ask())
    this.#map.on('pointermove', (event) => {
      if (event.dragging) return
      this.#listeners().onHover(this.#clusterAt(event.pixel))
    })
    this.#map.on('click', (event) => {
      const cluster = this.#clusterAt(event.pixel)
      if (cluster) this.open(cluster)
      else {
        const [lon = 0, lat = 0] = toLonLat(event.coordinate)
        this.#listeners().onPickPoint(lat, lon)
      }
    })
  }

  /** As a click on it. */
  open(cluster: Cluster): void {
    if (cluster.opensAt !== null) {
      this.#move(toMercator(cluster.lat, cluster.lon), Math.min(MAX_ZOOM, cluster.opensAt))
    } else this.#listeners().onPickCluster(cluster)
  }

  load(points: MapPoints): void {
    this.#threads.load(points)
    this.#requestedKey = ''
    this.#ask()
  }

  /** Draws the outline of a box, or takes it away. */
  outline(box: Box | null): void {
    this.#box.clear()
    if (box) this.#box.addFeature(new Feature(fromExtent(extentOf(box))))
  }

  fit(box: Box): void {
    this.#view.fit(extentOf(box), {
      // Heads of pins reach up and to the right.
      padding: [56, 96, 32, 32],
      maxZoom: NEAREST_FIT_ZOOM,
      duration: motion(),
    })
  }

  zoomBy(steps: number): void {
    this.#move(this.#view.getCenter(), this.zoom + steps)
  }

  get zoom(): number {
    return this.#view.getZoom() ?? 0
  }

  get resolution(): number {
    return this.#view.getResolution() ?? 1
  }

  box(): Box {
    return boxOf(...this.#lonLatExtent())
  }

  /** Pixel of a place, in the turn of the world nearest to the middle. */
  pixelOf(lat: number, lon: number): readonly [number, number] | null {
    const [x, y] = toMercator(lat, lon)
    const middle = this.#view.getCenter()?.[0] ?? 0
    const turns = Math.round((middle - x) / (2 * WORLD_M))
    const pixel = this.#map.getPixelFromCoordinate([x + turns * 2 * WORLD_M, y])
    return pixel ? [pixel[0] ?? 0, pixel[1] ?? 0] : null
  }

  /** Light became dark, or the other way. */
  retheme(): void {
    this.#colours = mapColours()
    this.#base?.redraw()
    this.#spots.redraw()
    this.#box.changed()
  }

  end(): void {
    this.#resize.disconnect()
    this.#threads.end()
    this.#map.setTarget(undefined)
    this.#map.dispose()
  }

  #move(center: number[] | undefined, zoom: number): void {
    this.#view.cancelAnimations()
    this.#view.animate({ center, zoom, duration: motion() })
  }

  /** Clusters change with whole zooms: between them only the end of a movement asks. */
  #ask(): void {
    const box = widened(...this.#lonLatExtent(), 0.5)
    const zoom = Math.floor(this.zoom)
    const key =
      this.#view.getAnimating() || this.#view.getInteracting() ? `${zoom}` : `${zoom} ${box.join(' ')}`
    if (key === this.#requestedKey) return
    this.#requestedKey = key
    this.#threads.ask(box, zoom)
  }

  #inView(): Cluster[] {
    const [width, height] = this.#map.getSize() ?? [0, 0]
    return this.#clusters.filter((cluster) => {
      const pixel = this.pixelOf(cluster.lat, cluster.lon)
      return pixel && pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] <= (width ?? 0) && pixel[1] <= (height ?? 0)
    })
  }

  #clusterAt(at: number[]): Cluster | null {
    let best: Cluster | null = null
    let nearest = Infinity
    for (const cluster of this.#clusters) {
      const pixel = this.pixelOf(cluster.lat, cluster.lon)
      if (!pixel) continue
      const distance = Math.hypot(pixel[0] - (at[0] ?? 0), pixel[1] - (at[1] ?? 0))
      if (distance < nearest && distance <= radiusOf(cluster) + HIT_PX) {
        best = cluster
        nearest = distance
      }
    }
    return best
  }

  #lonLatExtent(): [number, number, number, number] {
    const extent = this.#view.calculateExtent(this.#map.getSize() ?? [512, 256])
    const [, south = 0, , north = 0] = transformExtent(extent, 'EPSG:3857', 'EPSG:4326')
    const degrees = (metres = 0) => (metres * 180) / WORLD_M
    return [degrees(extent[0]), south, degrees(extent[2]), north]
  }

  #loadBase(): void {
    this.#base?.show(this.zoom).catch(() => this.#listeners().onBaseMapFailed())
  }
}

/** One finger scrolls the page, also where the map fills a phone; two move the map. */
function dragPan(): DragPan {
  const pan: DragPan = new DragPan({
    condition: ({ originalEvent }) =>
      !(originalEvent instanceof PointerEvent) ||
      originalEvent.pointerType !== 'touch' ||
      pan.getPointerCount() === 2,
  })
  return pan
}

const motion = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ANIMATION_MS)

function extentOf([west, south, east, north]: Box): [number, number, number, number] {
  const [x1, y1] = toMercator(south, west)
  const [x2, y2] = toMercator(north, east < west ? east + 360 : east)
  return [x1, y1, x2, y2]
}
