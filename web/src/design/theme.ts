import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'eventide-theme'
const listeners = new Set<() => void>()
const dark = window.matchMedia('(prefers-color-scheme: dark)')
dark.addEventListener('change', () => notify())

function notify(): void {
  for (const listener of listeners) listener()
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosen)
}

const shown = () => (chosen() === 'system' ? (dark.matches ? 'dark' : 'light') : chosen())

/** What is shown, `light` or `dark`: a canvas redraws when it changes. */
export function useShade(): string {
  return useSyncExternalStore(subscribe, shown)
}

/** A token such as `--accent` as the colour it has now, for a canvas, which knows no custom properties. */
export function tokenColour(token: `--${string}`): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}
