import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether anybody can see this tab. A browser opens six connections to one server: streams of hidden tabs would use them up. */
export function useSeen(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}
