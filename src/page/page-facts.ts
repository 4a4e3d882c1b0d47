import { hash } from 'node:crypto'
import type { NameCount, PageReading } from '../model/page.ts'
import { namesOf } from '../text/names.ts'
import { normalized } from '../text/normalized.ts'

/** Length of the summary in a list of results. */
const SUMMARY_LENGTH = 300
/** Characters read for a summary, enough for any amount of white space. */
const SUMMARY_READ = 4 * SUMMARY_LENGTH
/** A description shorter than this is a slogan, not an abstract. */
const MIN_DESCRIPTION_LENGTH = 60

/** Runs of white space other than a single space, which is by far the most frequent. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

/** Equal for pages with the same main text, whatever surrounds it; white space and case are folded. */
export function textDigest(page: PageReading): string {
  const text = normalized(page.mainText || page.text, 'NFKC').toLowerCase()
  return `sha256:${hash('sha256', text.replace(UNEVEN_SPACE, ' ').trim(), 'hex')}`
}

/** Less frequent names are incidental. */
const MAX_NAMES = 20

/** The people and organisations that a page names, except names of its places. */
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

/**
 * The page's description if it has a real one, otherwise the beginning of its main text, cut at a sentence or
 * word.
 */
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
