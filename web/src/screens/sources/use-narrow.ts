import { useSyncExternalStore } from 'react'

/** Below this a table of ten columns cannot be read. */
const NARROW = window.matchMedia('(max-width: 52rem)')

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener)
  return () => NARROW.removeEventListener('change', listener)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches)
}
