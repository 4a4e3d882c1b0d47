import { hash } from 'node:crypto'
import type { NameCount, PageReading } from '../model/page.ts'
import { namesOf } from '../text/names.ts'

/** As much as a result list shows of a page. */
const SUMMARY_LENGTH = 300
/** Enough of a text for its summary, however much white space it has. */
const SUMMARY_READ = 4 * SUMMARY_LENGTH
/** A description shorter than this is a slogan, not an abstract. */
const MIN_DESCRIPTION_LENGTH = 60

/** Runs of white space other than a single space: all but a few of those between words are that, and stay. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

/** Equal for pages that say the same, whatever stands around it: over the main text, white space and case folded. */
export function textDigest(page: PageReading): string {
  const text = (page.mainText || page.text).normalize('NFKC').toLowerCase()
  return `sha256:${hash('sha256', text.replace(UNEVEN_SPACE, ' ').trim(), 'hex')}`
}

/** Names beyond the most frequent ones are bystanders. */
const MAX_NAMES = 20

/** The people and organisations a page names; names of its places are not names of people. */
export function whoOf(page: Pick<PageReading, 'title' | 'mainText' | 'language' | 'places'>): NameCount[] {
  const places = new Set(page.places.flatMap(({ name }) => spellingsOf(name.toLowerCase())))
  const names = namesOf(`${page.title}\n${page.mainText}`, page.language, { places })
  return names.filter(({ kind }) => kind !== 'other').slice(0, MAX_NAMES)
}

/** Gazetteers write `Province of Eastern Samar` where pages write `Eastern Samar`. */
function spellingsOf(place: string): string[] {
  const of = place.indexOf(' of ')
  return of < 0 ? [place] : [place, place.slice(of + 4)]
}

/** The page's own description when it has a real one, else the beginning of its main text, cut at a sentence or word. */
export function summaryOf(page: PageReading): string {
  const described = page.description.length >= MIN_DESCRIPTION_LENGTH
  const text = (described ? page.description : page.mainText || page.text)
    .slice(0, SUMMARY_READ)
    .split(/\s/)
    .filter(Boolean)
    .join(' ')
  if (text.length <= SUMMARY_LENGTH) return text
  const cut = text.slice(0, SUMMARY_LENGTH)
  const sentence = Math.max(...['. ', '! ', '? ', '。', '！', '？'].map((end) => cut.lastIndexOf(end)))
  if (sentence > SUMMARY_LENGTH / 2) return cut.slice(0, sentence + 1)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > SUMMARY_LENGTH / 2 ? space : SUMMARY_LENGTH)}…`
}
