import { useEffect } from 'react'
import type { AroundNavHandler } from 'wouter'

const QUESTION = 'You have unsaved changes. Leave and discard them?'

/** The URL that must not be left without confirmation; null when nothing would be lost. */
let guarded: string | null = null

const mayLeave = (): boolean => guarded === null || window.confirm(QUESTION)

/** Asks before a link of the application leaves unsaved changes. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  if (!mayLeave()) return
  guarded = null
  navigate(to, options)
}

/** Back and forward cannot be prevented, only undone: this listens before the router does. */
export function guardHistory(): void {
  window.addEventListener('popstate', (event) => {
    if (guarded === null) return
    const stay = guarded
    if (mayLeave()) {
      guarded = null
      return
    }
    event.stopImmediatePropagation()
    history.pushState(null, '', stay)
  })
  window.addEventListener('beforeunload', (event) => {
    if (guarded !== null) event.preventDefault()
  })
}

/** While `dirty`, leaving the screen asks first. Call `release` before leaving on purpose. */
export function useUnsavedGuard(dirty: boolean): { readonly release: () => void } {
  useEffect(() => {
    guarded = dirty ? location.pathname + location.search : null
    return () => {
      guarded = null
    }
  }, [dirty])
  return { release }
}

function release(): void {
  guarded = null
}
