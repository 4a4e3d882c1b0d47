import { z } from 'zod'
import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading, PageReading } from '../../model/page.ts'
import type { EvidencePart, LinkScore, Verdict } from '../../model/verdict.ts'
import { createTermCounter } from '../../text/term-counter.ts'
import { dateFromUrl } from '../../time/url-date.ts'
import { defineStrategy } from '../definition.ts'
import { createDateMatch } from '../features/date-match.ts'
import { damped, pageWords } from '../features/page-words.ts'
import { createPlaceMatch } from '../features/place-match.ts'
import { told } from '../features/told.ts'
import { urlTokens } from '../features/url-tokens.ts'
import { createWhoCounter } from '../features/who-match.ts'

const options = z.strictObject({
  threshold: z.number().min(0).max(1).default(0.5).describe('a page is relevant from this relevance on'),
  topic: z.number().min(0).default(2).describe('log-odds per e-fold of topic similarity'),
  usual: z.number().gt(0).max(1).default(0.1).describe('topic similarity that tells neither way'),
  place: z.number().min(0).default(3).describe('log-odds between a page elsewhere and a page on the spot'),
  date: z.number().min(0).default(3).describe('log-odds between the last and the first day'),
  who: z.number().min(0).default(3).describe('log-odds of naming all who took part'),
  early: z.number().min(0).default(3).describe('log-odds against a page from before the start'),
  horizon: z.number().min(1).default(3650).describe('days until a later page tells nothing'),
  tolerance: z.number().min(0).default(1).describe('days before the start that still count as the start'),
})

/** Topic, place, date and who each move the odds; unknown parts leave them (EV eq. 1 as a sum of log-odds). */
export const eventModel = defineStrategy({
  summary: 'topic, place, date and who together; links by their own words, place and date and their parent',
  from: 'EV eq. 1 and 4.2.3, PN eq. 12-14',
  options,
  create({ event }, given) {
    const what = createTermCounter(event.what)
    const who = createWhoCounter(event.who, event.languages[0] ?? 'en')
    const weightNorm = Math.hypot(...event.what.map(({ weight }) => weight))
    const placeOf = createPlaceMatch(event.where)
    const dateOf = createDateMatch(event.when, given)

    const topicOf = (page: PageReading): EvidencePart => {
      const { text, terms, norm } = pageWords(page)
      const found = what.count({ text, terms }, page.language)
      let dot = 0
      for (const [i, count] of found.entries()) dot += (what.weights[i] ?? 0) * damped(count)
      const value = norm > 0 && weightNorm > 0 ? Math.min(1, dot / (norm * weightNorm)) : 0
      return { value, weight: given.topic, because: told(what.terms, found, what.weights) }
    }

    const whoOf = (page: PageReading): EvidencePart => {
      if (event.who.length === 0) return { value: null, weight: given.who, because: [] }
      const { text, terms } = pageWords(page)
      const found = who.count({ text, terms }, page.language)
      let missing = 1
      for (const [i, count] of found.entries()) if (count > 0) missing *= 1 - 0.9 * (who.weights[i] ?? 0)
      return { value: 1 - missing, weight: given.who, because: told(who.terms, found, who.weights) }
    }

    const judge = (page: PageReading): Verdict => {
      const topic = topicOf(page)
      const place = { ...placeOf(page), weight: given.place }
      const date = { ...dateOf(page.published), weight: given.date }
      const people = whoOf(page)
      let odds = given.topic * Math.log(((topic.value ?? 0) + 0.001) / given.usual)
      if (place.value !== null) odds += given.place * (place.value - 0.5)
      if (date.value !== null) odds += given.date * (date.value - 0.5)
      if (people.value !== null) odds += given.who * (people.value - 0.2)
      const relevance = 1 / (1 + Math.exp(-odds))
      return { relevance, relevant: relevance >= given.threshold, evidence: { topic, place, date, who: people } }
    }

    const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
      const words = `${urlTokens(link.url).join(' ')} ${link.anchor}`
      const found = what.countText(words, from.page.language)
      void dateFromUrl
      return { score: from.verdict.relevance / 2 + (found.some(Boolean) ? 0.5 : 0), evidence: {} }
    }

    return { name: 'event-model', judge, score: (links, from) => links.map((link) => scoreLink(link, from)) }
  },
})
