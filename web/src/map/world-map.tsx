import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShade } from '../design/theme.ts'
import './map.css'
import type { Cluster } from './cluster-index.ts'
import { MapPins, type PinsHandle } from './map-pins.tsx'
import { MapPlaces, nameOf, weightOf } from './map-places.tsx'
import { type MapListeners, MapView } from './map-view.ts'
import { groupPins } from './pin-groups.ts'
import { type Box, type MapPlace, type MapPoints, NO_POINTS, type Pin, placeAt } from './points.ts'
import { boxAround } from './view-box.ts'

export interface WorldMapProps {
  /** What the map shows, for screen readers. */
  readonly label: string
  readonly points?: MapPoints
  readonly pins?: readonly Pin[]
  readonly highlighted?: ReadonlySet<number>
  readonly onHighlight?: (numbers: readonly number[]) => void
  readonly onPickPin?: (number: number) => void
  /** Several where they have the same position. */
  readonly onPickPlaces?: (places: readonly MapPlace[]) => void
  readonly onPickPoint?: (lat: number, lon: number) => void
  /** The box that results are limited to. */
  readonly box?: Box | null
  /** What the map shows at first: the pins there are, or all places. */
  readonly fit?: 'pins' | 'points'
  /** A place to go to. */
  readonly focus?: { readonly lat: number; readonly lon: number } | null
  /** Offers "Search in this area". */
  readonly onBox?: (box: Box) => void
  readonly tiles?: { readonly url: string; readonly attribution: string } | null
}

const NO_PINS: readonly Pin[] = []
const NONE: ReadonlySet<number> = new Set()
const nothing = () => {}

/** A map of places and numbered pins. Works without a network; see map-view.ts. */
export function WorldMap({
  label,
  points = NO_POINTS,
  pins = NO_PINS,
  highlighted = NONE,
  onHighlight = nothing,
  onPickPin = nothing,
  onPickPlaces = nothing,
  onPickPoint = nothing,
  box = null,
  focus = null,
  fit = 'pins',
  onBox,
  tiles = null,
}: WorldMapProps) {
  const canvas = useRef<HTMLDivElement>(null)
  const view = useRef<MapView | null>(null)
  const pinsHandle = useRef<PinsHandle | null>(null)
  const [resolution, setResolution] = useState(1)
  const [clusters, setClusters] = useState<readonly Cluster[]>([])
  const [hovered, setHovered] = useState<Cluster | null>(null)
  const [failed, setFailed] = useState(false)
  const current: MapListeners = {
    onClusters: setClusters,
    onHover: setHovered,
    onPickCluster: (cluster) => onPickPlaces(cluster.members.map((index) => placeAt(points, index))),
    onPickPoint,
    onFrame: () => pinsHandle.current?.place(),
    onRest: () => setResolution(view.current?.resolution ?? 1),
    onBaseMapFailed: () => setFailed(true),
  }
  const listeners = useRef(current)
  listeners.current = current
  const shade = useShade()
  const tilesUrl = tiles?.url ?? null
  useEffect(() => {
    if (!canvas.current) return
    const made = new MapView(canvas.current, tilesUrl, () => listeners.current)
    view.current = made
    return () => {
      view.current = null
      made.end()
    }
  }, [tilesUrl])
  useEffect(() => {
    setHovered(null)
    view.current?.load(points)
  }, [points])
  useEffect(() => view.current?.outline(box), [box])
  useEffect(() => {
    if (shade) view.current?.retheme()
  }, [shade])
  const around = useMemo(() => {
    if (box) return box
    if (fit === 'pins' && pins.length > 0)
      return boxAround(
        pins.map((pin) => pin.lat),
        pins.map((pin) => pin.lon),
      )
    return boxAround(points.lats, points.lons)
  }, [box, fit, pins, points])
  const refit = useCallback(() => {
    if (around) view.current?.fit(around)
  }, [around])
  useEffect(refit, [refit])
  useEffect(() => {
    if (focus) view.current?.fit([focus.lon, focus.lat, focus.lon, focus.lat])
  }, [focus])
  const groups = useMemo(() => groupPins(pins, resolution), [pins, resolution])
  const pixelOf = useCallback((lat: number, lon: number) => view.current?.pixelOf(lat, lon) ?? null, [])
  const at = hovered && pixelOf(hovered.lat, hovered.lon)
  return (
    <section className="map" aria-label={label}>
      <div className="map-frame" data-over={hovered !== null}>
        <div
          ref={canvas}
          className="map-canvas"
          role="application"
          tabIndex={0}
          aria-label={`${label}. Arrow keys move, plus and minus zoom`}
        />
        <MapPins
          handle={pinsHandle}
          groups={groups}
          pixelOf={pixelOf}
          highlighted={highlighted}
          onHighlight={onHighlight}
          onPick={onPickPin}
        />
        {hovered && at && (
          <p className="map-tip" style={{ left: at[0], top: at[1] }} role="status">
            <bdi>{nameOf(hovered, points)}</bdi> <small>{weightOf(hovered)}</small>
          </p>
        )}
        <div className="map-buttons">
          <button type="button" aria-label="Zoom in" onClick={() => view.current?.zoomBy(1)}>
            +
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => view.current?.zoomBy(-1)}>
            −
          </button>
          <button type="button" aria-label="Show everything" title="Show everything" onClick={refit}>
            ⤢
          </button>
        </div>
        {onBox && (
          <button
            type="button"
            className="map-area"
            onClick={() => view.current && onBox(view.current.box())}
          >
            Search in this area
          </button>
        )}
        <p className="map-source">{tiles ? tiles.attribution : 'Natural Earth'}</p>
      </div>
      {failed && (
        <p role="alert">The base map could not be loaded. Places are still shown at their positions.</p>
      )}
      <p className="map-hint">Use two fingers to move the map.</p>
      {points.ids.length > 0 && (
        <MapPlaces clusters={clusters} points={points} onOpen={(cluster) => view.current?.open(cluster)} />
      )}
    </section>
  )
}
