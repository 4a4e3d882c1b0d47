import type { Observation } from '../../../model/crawl.ts'
import { dayNumber } from '../../../time/day.ts'
import { appraise } from './appraisal.ts'
import type { Knowledge } from './knowledge.ts'
import { factsOf } from './link-evidence.ts'
import { type Memo, readMemo } from './memo.ts'
import { linkDay, type UrlFacts } from './url-facts.ts'
import { PUBLICATION_TIMES } from './word-odds.ts'

/** Learns from one fetched page. */
export function learn(knowledge: Knowledge, seen: Observation): void {
  const { source, relevant } = seen
  const memo = readMemo(seen.memo)
  const facts = factsOf(seen.evidence, knowledge.words)
  const urlFacts = knowledge.urls.of(seen.url, source)
  const prospect = {
    source,
    facts,
    urlFacts,
    depth: seen.depth,
    parents: 1,
    bestParent: seen.bestParent,
    tunnel: 0,
  }
  const { parts, value } = appraise(knowledge, prospect, knowledge.sources.odds(source), 0)
  const trust = (memo?.trust ?? 1) * knowledge.sources.novelty(source)
  const truth = Number.isFinite(seen.relevance) ? Math.min(1, Math.max(0, seen.relevance)) : 0
  if (!facts.seed) knowledge.chances.learn(parts, truth, trust)
  knowledge.stop.observe(relevant, facts.seed ? 1 : value)
  const outcome = relevant ? trustOf(memo) : 0
  if (seen.bestParent !== null) knowledge.siblings.count(seen.bestParent, outcome)
  knowledge.shapes.count(urlFacts.shapeKey, outcome)
  if (facts.words) knowledge.others.learn(facts.words.others, relevant, trustOf(memo))
  // A copy of a kept page says nothing new about its source, words and dates.
  const isCopy = seen.duplicateOf !== null
  if (!isCopy) knowledge.sources.count(source, relevant)
  knowledge.order = seen.order
  if (seen.published !== null && memo?.kind === 'article') {
    const day = dayNumber(seen.published)
    if (day !== null) knowledge.serials.learn(urlFacts.shapeKey, urlFacts.serial, day)
  }
  if (!memo) return
  if (memo.kind === 'article') knowledge.pages.learn(memo.held, relevant, trustOf(memo))
  if (relevant && !isCopy && memo.kind === 'article') learnKept(knowledge, seen, memo, truth * trust)
  learnLinks(knowledge, memo)
  learnLists(knowledge, seen, memo, urlFacts)
}

function trustOf(memo: Memo | null): number {
  return memo?.trust ?? 1
}

function learnKept({ words, days }: Knowledge, seen: Observation, memo: Memo, weight: number): void {
  words.learnAbout(memo.own, weight)
  const day = seen.published === null ? null : dayNumber(seen.published)
  if (day !== null) days.learnAbout(day, weight)
}

function learnLinks({ words, days, seen }: Knowledge, memo: Memo): void {
  for (const [i, { weight, words: hits }] of memo.links.entries()) {
    const time = PUBLICATION_TIMES[i]
    if (time) words.learnOther(time, hits, weight)
  }
  words.weigh()
  for (const [day, weight] of memo.days) days.learnOther(day, weight)
  for (const key of memo.promising) seen.add(key)
}

function learnLists(
  { archives, yields }: Knowledge,
  seen: Observation,
  memo: Memo,
  urlFacts: UrlFacts,
): void {
  const { days: own, shapeKey } = urlFacts
  for (const [from, to] of memo.lists) archives.learnKnown(seen.source, { from, to })
  if (memo.kind === 'article') {
    const day = linkDay(undefined, urlFacts)
    if (day !== null) archives.learnHome(memo.lists.some(([from, to]) => from === day && to === day))
    return
  }
  yields.count(shapeKey, memo.gain)
  yields.count(memo.kind, memo.gain)
  if (!own) return
  archives.learnRead(seen.source, own, memo.gain)
  for (const day of memo.suggested) archives.learnSuggested(seen.source, day)
  if (seen.evidence.suggested) archives.learnMet(seen.source)
  archives.learnChain(
    memo.lists.some(([, to]) => to < own.from) || memo.suggested.some((day) => day < own.from),
    memo.lists.some(([from]) => from > own.to) || memo.suggested.some((day) => day > own.to),
  )
}
