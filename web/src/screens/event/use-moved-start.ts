import { useCallback, useEffect, useRef } from 'react'
import { call, type Reply } from '../../api/client.ts'
import type { Draft } from './draft.ts'

/** While the marker is dragged, the interest is recomputed only after a pause. */
const PAUSE_MS = 300

/** Moves the start at once, and recomputes the interest from there shortly after. */
export function useMovedStart(
  csv: string,
  curve: Reply<'POST /api/events/interest'> | null,
  change: (part: Partial<Draft>) => void,
): (day: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const aborter = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      aborter.current?.abort()
    },
    [],
  )
  return useCallback(
    (start: string) => {
      change({ start })
      clearTimeout(timer.current)
      aborter.current?.abort()
      if (!curve || !start) return
      const mine = new AbortController()
      aborter.current = mine
      timer.current = setTimeout(() => {
        const body = { csv, column: curve.column, start }
        call('POST /api/events/interest', { body }, mine.signal).then(
          ({ interest }) => change({ interest }),
          // The interest computed before stays: it still describes the curve.
          () => {},
        )
      }, PAUSE_MS)
    },
    [csv, curve, change],
  )
}
