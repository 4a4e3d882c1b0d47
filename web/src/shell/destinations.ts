import type { IconName } from '../design/icon.tsx'

/** Somewhere the navigation leads to. */
export interface Destination {
  readonly key: string
  readonly title: string
  readonly icon: IconName
  /** After `g`. */
  readonly letter: string
  readonly href: string
}

export const GENERAL: readonly Destination[] = [
  { key: 'home', title: 'Home', icon: 'home', letter: 'h', href: '/' },
  { key: 'library', title: 'Library', icon: 'library', letter: 'l', href: '/library' },
  { key: 'compare', title: 'Compare', icon: 'compare', letter: 'k', href: '/compare' },
  { key: 'lab', title: 'Lab', icon: 'lab', letter: 'b', href: '/lab' },
]

/** The screens of one collection. */
export function screensOf(collection: string): readonly Destination[] {
  const at = `/c/${encodeURIComponent(collection)}`
  return [
    { key: 'event', title: 'Event', icon: 'event', letter: 'e', href: `${at}/event` },
    { key: 'crawl', title: 'Crawl', icon: 'crawl', letter: 'c', href: `${at}/crawl` },
    {
      key: 'pages',
      title: 'Library',
      icon: 'search',
      letter: 'p',
      href: `/library?in=${encodeURIComponent(collection)}`,
    },
    { key: 'map', title: 'Map', icon: 'map', letter: 'm', href: `${at}/map` },
    { key: 'timeline', title: 'Timeline', icon: 'timeline', letter: 't', href: `${at}/timeline` },
    { key: 'sources', title: 'Sources', icon: 'sources', letter: 's', href: `${at}/sources` },
    { key: 'graph', title: 'Graph', icon: 'graph', letter: 'r', href: `${at}/graph` },
    { key: 'summary', title: 'Summary', icon: 'summary', letter: 'u', href: `${at}/summary` },
  ]
}

/** The collection that a screen is about, if it is about one. */
export function collectionOf(path: string): string | null {
  const named = /^\/c\/([^/]+)\//.exec(path)?.[1]
  return named ? decode(named) : null
}

/** The collection a URL is about, if it is about one. */
export function collectionAt(path: string, search: string): string | null {
  const named = collectionOf(path)
  if (named !== null) return named
  const ids = new URLSearchParams(search).get('in')
  return path === '/library' && ids && !ids.includes(',') ? ids : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The key of the destination a URL belongs to. */
export function destinationAt(path: string, search: string): string {
  if (path === '/library') return collectionAt(path, search) ? 'pages' : 'library'
  const screen = /^\/c\/[^/]+\/([a-z]+)/.exec(path)?.[1]
  return screen ?? (path === '/' ? 'home' : path.slice(1))
}
