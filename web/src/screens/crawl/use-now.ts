import { useSyncExternalStore } from 'react'

const CALM = window.matchMedia('(prefers-reduced-motion: reduce)')

function onCalm(listener: () => void): () => void {
  CALM.addEventListener('change', listener)
  return () => CALM.removeEventListener('change', listener)
}

/** Whether the reader asked for as little motion as possible. */
export function useCalm(): boolean {
  return useSyncExternalStore(onCalm, () => CALM.matches)
}

const SECOND = 1_000
const noTick = () => () => {}

function onSecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND)
  return () => clearInterval(timer)
}

const thisSecond = () => Math.floor(Date.now() / SECOND) * SECOND

/** The time, to the second; it stands still while `ticking` is false. */
export function useNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? onSecond : noTick, thisSecond)
}
