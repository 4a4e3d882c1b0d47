import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { collectionAt, GENERAL, screensOf } from './destinations.ts'

const KEY = 'eventide-shortcuts'
/** Time for the letter after `g`. */
const CHORD_MS = 1_500

/** Single keys interfere with voice control, so they can be turned off (WCAG 2.1.4). */
export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function focusSearch(): boolean {
  const box = document.querySelector<HTMLElement>('[data-search]')
  box?.focus()
  return box !== null
}

export interface Shortcuts {
  readonly on: boolean
  readonly turn: (on: boolean) => void
}

/** `/` to the search box, `g` and a letter to a screen, `?` to the list of them. */
export function useShortcuts(showList: () => void): Shortcuts {
  const [on, setOn] = useState(shortcutsOn)
  const [path, go] = useLocation()
  const search = useSearch()
  useEffect(() => {
    if (!on) return
    let chord = 0
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const collection = collectionAt(path, search)
      const screens = [...(collection ? screensOf(collection) : []), ...GENERAL]
      const to = chord > event.timeStamp ? screens.find((screen) => screen.letter === event.key) : undefined
      chord = event.key === 'g' ? event.timeStamp + CHORD_MS : 0
      if (to) go(to.href)
      else if (event.key === '?') showList()
      else if (event.key === '/' && !focusSearch()) go(collection ? `/library?in=${collection}` : '/library')
      else if (event.key !== '/') return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on, path, search, go, showList])
  const turn = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(KEY, next ? 'on' : 'off')
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return { on, turn }
}
