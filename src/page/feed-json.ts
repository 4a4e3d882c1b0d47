import { httpUrl } from '../html/http-url.ts'
import { phrase } from './fold.ts'
import type { ReadingLimits } from './limits.ts'
import type { LinkList, ListEntry } from './link-list.ts'
import { textOfMarkup } from './plain-markup.ts'

const VERSION = /^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//i

/** Reads a JSON Feed (version 1 and 1.1); null for anything else. */
export function readJsonFeed(text: string, base: string | undefined, limits: ReadingLimits): LinkList | null {
  const feed = text.includes('jsonfeed.org') ? parsed(text) : null
  if (feed === null || !VERSION.test(stringOf(feed, 'version'))) return null
  const items = Object.hasOwn(feed, 'items') && Array.isArray(feed.items) ? feed.items : []
  const next = stringOf(feed, 'next_url')
  const more = next === '' ? null : httpUrl(next, base)
  return {
    form: 'feed',
    title: phrase(stringOf(feed, 'title'), limits.phrase),
    description: phrase(stringOf(feed, 'description'), limits.division),
    language: stringOf(feed, 'language'),
    entries: items.flatMap((item: unknown, index) =>
      isRecord(item) ? [entryOf(item, (index / items.length) * text.length, base, limits)] : [],
    ),
    pages: more ? [{ url: more, rel: 'next' }] : [],
    truncated: false,
  }
}

function entryOf(
  item: Record<string, unknown>,
  at: number,
  base: string | undefined,
  limits: ReadingLimits,
): ListEntry {
  const first = (...names: string[]) => names.map((name) => stringOf(item, name)).find(Boolean) ?? ''
  const id = first('id')
  const address = first('url', 'external_url') || (/^https?:/i.test(id) ? id : '')
  const plain = first('summary', 'content_text')
  return {
    url: address ? httpUrl(address, base) : null,
    title: phrase(first('title'), limits.phrase),
    summary: plain
      ? phrase(plain, limits.division)
      : textOfMarkup(first('content_html'), limits.division, limits),
    date: first('date_published', 'date_modified'),
    at,
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function stringOf(record: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : undefined
  return typeof value === 'string' ? value : ''
}
