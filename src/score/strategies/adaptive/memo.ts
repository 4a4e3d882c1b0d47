import { z } from 'zod'
import type { JudgedPage, NewItem } from '../../../model/crawl.ts'
import type { Json } from '../../../model/json.ts'
import { pageKind } from '../../features/page-kind.ts'
import { urlKey } from '../../features/url-key.ts'
import type { Knowledge } from './knowledge.ts'
import { factsOf } from './link-evidence.ts'
import { rounded } from './odds-math.ts'
import { pageTrust } from './page-trust.ts'
import { PUBLICATION_TIMES } from './word-odds.ts'

/** Links from this score on count as found by a list. */
const PROMISING = 0.2
/** Per page; more links add nothing about words and dates. */
const MAX_LINKS = 300
const MAX_PROMISING = 50
const MAX_LISTS = 50
/** All links of a page together count at most as this many. */
const MAX_WEIGHT = 20

const MEMO = z.object({
  kind: z.enum(['article', 'list', 'archive', 'feed']),
  trust: z.number(),
  /** Words of the event in its headline. */
  own: z.array(z.number()),
  /** Words of the event anywhere in its text. */
  held: z.array(z.number()),
  /** Links not about the event, by time: their weight, and the words they name. */
  links: z
    .array(z.object({ weight: z.number(), words: z.array(z.tuple([z.number(), z.number()])) }))
    .length(PUBLICATION_TIMES.length),
  days: z.array(z.tuple([z.number(), z.number()])),
  /** First and last day of the dated lists it links to. */
  lists: z.array(z.tuple([z.number(), z.number()])),
  /** Days of suggested lists. */
  suggested: z.array(z.number()),
  /** Probability that one of its new links is about the event, and those links. */
  gain: z.number(),
  promising: z.array(z.number()),
})

export type Memo = z.infer<typeof MEMO>

/** Memos written in this run need no validation. */
const made = new WeakSet<object>()

export function readMemo(memo: Json): Memo | null {
  if (typeof memo === 'object' && memo !== null && made.has(memo)) return memo as Memo
  const read = MEMO.safeParse(memo)
  return read.success ? read.data : null
}

/** What is learned from a page and its links, small enough to be stored with it. */
export function memoOf(knowledge: Knowledge, from: JudgedPage, found: readonly NewItem[]): Json {
  const { page, verdict, source } = from
  const byTime = PUBLICATION_TIMES.map(() => ({ weight: 0, words: new Map<number, number>() }))
  const days = new Map<number, number>()
  const lists = new Map<string, [number, number]>()
  const suggested = new Set<number>()
  const promising: number[] = []
  let links = 0
  let missed = 1
  for (const item of found.slice(0, MAX_LINKS)) {
    const { kind, days: named } = knowledge.urls.of(item.url, item.source)
    if (kind !== 'article') {
      const span = item.source === source ? named : null
      if (span && item.evidence.suggested) {
        suggested.add(span.from)
        continue
      }
      if (span && lists.size < MAX_LISTS) lists.set(`${span.from} ${span.to}`, [span.from, span.to])
      continue
    }
    const weight = 1 - Math.min(1, item.score)
    links += weight
    const { words: wording, day } = factsOf(item.evidence, knowledge.words)
    const group = byTime[PUBLICATION_TIMES.indexOf(knowledge.days.time(day))]
    if (group) {
      group.weight += weight
      for (const i of wording?.found ?? []) group.words.set(i, (group.words.get(i) ?? 0) + weight)
    }
    if (day !== null) days.set(day, (days.get(day) ?? 0) + weight)
    if (item.score < PROMISING || promising.length >= MAX_PROMISING) continue
    const key = urlKey(item.canonicalUrl) >>> 0
    if (knowledge.seen.has(key)) continue
    promising.push(key)
    missed *= 1 - item.score
  }
  const scale = links > MAX_WEIGHT ? MAX_WEIGHT / links : 1
  const scaled = (counts: Map<number, number>) =>
    [...counts].map(([key, weight]): [number, number] => [key, rounded(weight * scale)])
  const memo: Memo = {
    kind: pageKind(page),
    trust: verdict.relevant ? rounded(pageTrust(page)) : 1,
    own: [...knowledge.words.read(page.title, page.language).found],
    held: [...knowledge.pages.held(page)],
    links: byTime.map(({ weight, words }) => ({ weight: rounded(weight * scale), words: scaled(words) })),
    days: scaled(days),
    lists: [...lists.values()],
    suggested: [...suggested],
    gain: rounded(1 - missed),
    promising,
  }
  made.add(memo)
  return memo
}
