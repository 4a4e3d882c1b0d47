import Feature from 'ol/Feature.js'
import LineString from 'ol/geom/LineString.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import Point from 'ol/geom/Point.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import XYZ from 'ol/source/XYZ.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { MapColours } from './map-colours.ts'
import { toMercator } from './pin-groups.ts'
import { type Detail, worldData } from './world-data.ts'
import type { CountryShape } from './world-shapes.ts'

/** From this zoom on the coarse outlines look like what they are. */
const FINE_FROM_ZOOM = 3.5
/** Mercator has no poles. */
const TOP = 85
const GRID_STEP = 10

/** Pictures of a configured tile server instead of our own base map. */
export function tileLayer(url: string): TileLayer<XYZ> {
  return new TileLayer({ source: new XYZ({ url, crossOrigin: 'anonymous' }) })
}

/** Countries, their names and a grid, drawn from files of our own. */
export class BaseMap {
  readonly layers: readonly VectorLayer[]
  readonly #shapes = { coarse: new VectorSource(), fine: new VectorSource() }
  readonly #names = new VectorSource()
  readonly #coarse: VectorLayer
  readonly #fine: VectorLayer

  /** @param colours called for each drawing, so that the map follows the theme */
  constructor(colours: () => MapColours) {
    const grid = new Style({ stroke: new Stroke({ width: 0.5 }) })
    const gridLayer = new VectorLayer({
      source: new VectorSource({ features: gridLines() }),
      style: () => {
        grid.getStroke()?.setColor(colours().line)
        return grid
      },
    })
    this.#coarse = shapeLayer(this.#shapes.coarse, colours)
    this.#fine = shapeLayer(this.#shapes.fine, colours)
    const names = new VectorLayer({
      source: this.#names,
      declutter: true,
      style: (feature, resolution) =>
        nameStyle(feature.get('name'), feature.get('width') / resolution, colours()),
    })
    this.layers = [gridLayer, this.#coarse, this.#fine, names]
  }

  /** Loads what the zoom needs; shows what is there meanwhile, and when that fails. */
  async show(zoom: number): Promise<void> {
    const near = zoom >= FINE_FROM_ZOOM
    this.#turn(near)
    if (near) await this.#load('fine')
    await this.#load('coarse')
    this.#turn(near)
  }

  /** The coarse shapes are drawn from afar, where the fine ones would cost frames and show nothing more. */
  #turn(near: boolean): void {
    const fine = near && !this.#shapes.fine.isEmpty()
    this.#fine.setVisible(fine)
    this.#coarse.setVisible(!fine)
  }

  async #load(detail: Detail): Promise<void> {
    const source = this.#shapes[detail]
    if (!source.isEmpty()) return
    const shapes = await worldData(detail)
    if (source.isEmpty()) source.addFeatures(shapes.flatMap(featuresOf))
    if (this.#names.isEmpty()) this.#names.addFeatures(shapes.map(nameFeature))
  }

  redraw(): void {
    for (const layer of this.layers) layer.changed()
  }
}

function shapeLayer(source: VectorSource, colours: () => MapColours): VectorLayer {
  const style = new Style({ fill: new Fill(), stroke: new Stroke({ width: 0.8 }) })
  return new VectorLayer({
    source,
    style: () => {
      style.getFill()?.setColor(colours().land)
      style.getStroke()?.setColor(colours().border)
      return style
    },
  })
}

/** A feature for each island: those out of view are not drawn. */
function featuresOf({ flat, ends }: CountryShape): Feature[] {
  let start = 0
  return ends.map((rings) => {
    const end = rings.at(-1) ?? start
    const part = flat.subarray(start, end)
    const own = rings.map((ring) => ring - start)
    start = end
    return new Feature(new MultiPolygon(Array.from(part), 'XY', [own]))
  })
}

function nameFeature({ name, label }: CountryShape): Feature {
  return new Feature({ geometry: new Point([label.x, label.y]), name, width: label.width })
}

function gridLines(): Feature[] {
  const lines: number[][][] = []
  for (let lon = -180; lon < 180; lon += GRID_STEP) lines.push([toMercator(-TOP, lon), toMercator(TOP, lon)])
  for (let lat = -80; lat <= 80; lat += GRID_STEP) lines.push([toMercator(lat, -180), toMercator(lat, 180)])
  return lines.map((line) => new Feature(new LineString(line)))
}

/** About the width of a letter of the names, in pixels. */
const LETTER_PX = 6.5

function nameStyle(name: string, width: number, colours: MapColours): Style[] {
  // A name wider than its country would lie on the neighbours.
  if (name.length * LETTER_PX > width) return []
  const text = new Text({
    text: name,
    font: '500 12px system-ui, sans-serif',
    fill: new Fill({ color: colours.text }),
    stroke: new Stroke({ color: colours.halo, width: 3 }),
  })
  return [new Style({ text })]
}
