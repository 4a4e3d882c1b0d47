import { useSyncExternalStore } from 'react'

const SECOND = 1_000
const noTick = () => () => {}

function onSecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND)
  return () => clearInterval(timer)
}

const thisSecond = () => Math.floor(Date.now() / SECOND) * SECOND

/** The time, to the second; it does not advance while `ticking` is false. */
export function useNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? onSecond : noTick, thisSecond)
}
