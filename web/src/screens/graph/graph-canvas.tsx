import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { plural } from '../../design/format.ts'
import { drawGraph, type Scene } from './draw-graph.ts'
import { describeNode } from './graph-data.ts'
import { fitted, nextNode, nodeAt, revealed, type Size, type View, type Way, zoomed } from './graph-view.ts'
import type { Layout } from './use-layout.ts'
import { usePointers } from './use-pointers.ts'
import { useGraphColours, useRanks } from './use-scene.ts'

interface GraphCanvasProps {
  readonly layout: Layout
  readonly selected: number | null
  readonly onSelect: (node: number | null) => void
  /** Enter on a node: to its facts. */
  readonly onEnter: () => void
}

const ARROWS: ReadonlyMap<string, Way> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
])
const ZOOM_STEP = 1.3

/** The drawing: dragged, zoomed, pointed at, and navigated with the arrow keys. */
export function GraphCanvas({ layout, selected, onSelect, onEnter }: GraphCanvasProps) {
  const { graph, positions, done } = layout
  const help = useId()
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  // Null fits the drawing while the layout is computed; the first interaction takes over.
  const [own, setOwn] = useState<View | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [moving, setMoving] = useState(false)
  const colours = useGraphColours()
  const ranks = useRanks(graph)
  const view = own ?? fitted(positions, size)
  const now = useRef({ view, size, positions })
  now.current = { view, size, positions }

  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const scene: Scene = {
      graph,
      positions,
      ...ranks,
      palette: colours,
      selected,
      hovered,
      moving: moving || !done,
    }
    const request = requestAnimationFrame(() => paint(canvas.current, scene, view, size))
    return () => cancelAnimationFrame(request)
  }, [graph, positions, done, ranks, colours, selected, hovered, moving, view, size])

  const zoomBy = useCallback((factor: number, x?: number, y?: number) => {
    const { view, size } = now.current
    setOwn(zoomed(view, factor, x ?? size.width / 2, y ?? size.height / 2))
  }, [])
  const at = (x: number, y: number) => nodeAt(positions, ranks.radii, view, x, y)
  const pointers = usePointers(frame, {
    onPan: (dx, dy) =>
      setOwn({ ...now.current.view, x: now.current.view.x + dx, y: now.current.view.y + dy }),
    onZoom: zoomBy,
    onPress: (x, y) => onSelect(at(x, y)),
    onHover: (x, y) => setHovered(at(x, y)),
    onLeave: () => setHovered(null),
    onMoving: setMoving,
  })

  const press = (event: KeyboardEvent) => {
    const way = ARROWS.get(event.key)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (way) {
      const next = nextNode(positions, selected, way)
      if (next !== null) {
        onSelect(next)
        setOwn(revealed(view, positions, next, size))
      }
    } else if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP)
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP)
    else if (event.key === '0') setOwn(null)
    else if (event.key === 'Escape') onSelect(null)
    else if (event.key === 'Enter' && selected !== null) onEnter()
    else return
    event.preventDefault()
  }
  const described = hovered ?? selected
  return (
    <div className="graph-drawing">
      <div
        className="graph-frame"
        ref={frame}
        role="application"
        aria-roledescription="graph"
        aria-label={`Graph of ${plural(graph.nodes.length, 'node')} and ${plural(graph.weights.length, 'link')}`}
        aria-describedby={help}
        tabIndex={0}
        onKeyDown={press}
        {...pointers}
      >
        <canvas ref={canvas} />
        {described !== null && described < graph.nodes.length && (
          <p className="graph-tip" aria-hidden="true">
            {describeNode(graph, described)}
          </p>
        )}
      </div>
      <div className="graph-zoom">
        <ZoomButton sign="+" label="Zoom in" onPress={() => zoomBy(ZOOM_STEP)} />
        <ZoomButton sign="−" label="Zoom out" onPress={() => zoomBy(1 / ZOOM_STEP)} />
        <ZoomButton sign="▣" label="Show all" onPress={() => setOwn(null)} />
      </div>
      <p className="small muted" id={help}>
        Arrow keys move between nodes, Enter shows details, + and − zoom, 0 shows everything, Escape clears
        the selection. Drag to move; the wheel zooms while the drawing has the focus.
      </p>
    </div>
  )
}

interface ZoomButtonProps {
  readonly sign: string
  readonly label: string
  readonly onPress: () => void
}

function ZoomButton({ sign, label, onPress }: ZoomButtonProps) {
  return (
    <Button className="icon" aria-label={label} title={label} onClick={onPress}>
      {sign}
    </Button>
  )
}

function paint(element: HTMLCanvasElement | null, scene: Scene, view: View, size: Size): void {
  const context = element?.getContext('2d')
  if (!element || !context || size.width === 0) return
  const ratio = window.devicePixelRatio
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
  if (element.width !== width) element.width = width
  if (element.height !== height) element.height = height
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  drawGraph(context, scene, view, size)
}
