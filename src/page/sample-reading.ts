import { type LinkReading, type PageReading, TAG_GROUPS, type TagGroup } from '../model/page.ts'

/** A reading with the given words as title and text; everything else empty unless given. */
export function sampleReading(title: string, text: string, given: Partial<PageReading> = {}): PageReading {
  const empty = { text: '', terms: [] }
  const groups = Object.fromEntries(TAG_GROUPS.map((g) => [g, empty])) as unknown as PageReading['groups']
  const words = (s: string) => s.toLowerCase().match(/\p{L}+/gu) ?? []
  const filled: Record<TagGroup, { text: string; terms: string[] }> = {
    ...(groups as Record<TagGroup, { text: string; terms: string[] }>),
    head: { text: title, terms: words(title) },
    body: { text, terms: words(text) },
  }
  return {
    url: 'http://news.example/2024/11/09/storm',
    title,
    description: '',
    language: 'en',
    charset: 'utf-8',
    charsetFrom: 'utf8',
    text: `${title}\n${text}`,
    mainText: text,
    groups: filled,
    links: [],
    divisions: [],
    canonical: null,
    robots: { noindex: false, nofollow: false, noarchive: false, because: [] },
    refresh: null,
    published: '2024-11-09',
    publishedFrom: 'url',
    places: [],
    form: 'page',
    truncated: false,
    ...given,
  }
}

export function sampleLink(url: string, anchor: string, given: Partial<LinkReading> = {}): LinkReading {
  return { url, anchor, context: '', division: 0, rel: [], position: 0.5, ...given }
}
