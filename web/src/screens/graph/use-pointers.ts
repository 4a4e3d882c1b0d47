import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

interface PointerHandlers {
  readonly onPan: (dx: number, dy: number) => void
  readonly onZoom: (factor: number, x: number, y: number) => void
  readonly onPress: (x: number, y: number) => void
  readonly onHover: (x: number, y: number) => void
  readonly onLeave: () => void
  readonly onMoving: (moving: boolean) => void
}

/** A press that moves further than this is a drag. */
const SLACK_PX = 4
/** How much one notch of a wheel zooms. */
const WHEEL = 0.0015
/** Zooming ends when the wheel has not turned for this long. */
const WHEEL_END_MS = 150

interface Touch {
  x: number
  y: number
}

/** Mouse, finger and pen on a drawing: one drags, two zoom, the wheel zooms while the drawing has the focus or with Ctrl. */
export function usePointers(frame: RefObject<HTMLElement | null>, handlers: PointerHandlers) {
  const latest = useRef(handlers)
  latest.current = handlers
  const down = useRef(new Map<number, Touch>())
  const dragged = useRef(false)
  const start = useRef<Touch>({ x: 0, y: 0 })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    let wheelEnd: ReturnType<typeof setTimeout> | undefined
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return
      event.preventDefault()
      const box = element.getBoundingClientRect()
      latest.current.onMoving(true)
      latest.current.onZoom(
        Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 4 : 1)),
        event.clientX - box.left,
        event.clientY - box.top,
      )
      clearTimeout(wheelEnd)
      wheelEnd = setTimeout(() => latest.current.onMoving(false), WHEEL_END_MS)
    }
    // React listens passively, and a passive listener cannot keep the page from scrolling.
    element.addEventListener('wheel', turn, { passive: false })
    return () => {
      clearTimeout(wheelEnd)
      element.removeEventListener('wheel', turn)
    }
  }, [frame])

  const place = (event: PointerEvent): Touch => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const end = (event: PointerEvent, pressed: boolean) => {
    if (!down.current.delete(event.pointerId)) return
    const at = place(event)
    if (pressed && !dragged.current) handlers.onPress(at.x, at.y)
    if (down.current.size === 0) handlers.onMoving(false)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const at = place(event)
      if (down.current.size === 0) {
        dragged.current = false
        start.current = at
      }
      down.current.set(event.pointerId, at)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const at = place(event)
      const before = down.current.get(event.pointerId)
      if (!before) return handlers.onHover(at.x, at.y)
      if (!dragged.current && Math.hypot(at.x - start.current.x, at.y - start.current.y) < SLACK_PX) return
      if (!dragged.current) handlers.onMoving(true)
      dragged.current = true
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) {
        const [was, is] = [
          Math.hypot(before.x - other.x, before.y - other.y),
          Math.hypot(at.x - other.x, at.y - other.y),
        ]
        handlers.onZoom(is / Math.max(1, was), (at.x + other.x) / 2, (at.y + other.y) / 2)
      } else handlers.onPan(at.x - before.x, at.y - before.y)
      down.current.set(event.pointerId, at)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    onPointerLeave: () => handlers.onLeave(),
  }
}
