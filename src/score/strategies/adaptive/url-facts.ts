import { dayNumber } from '../../../time/day.ts'
import { type UrlKind, urlKind, urlShape } from '../../features/url-kind.ts'
import { serialOf } from './serial-days.ts'
import { type Days, urlDays } from './url-days.ts'

/** What a URL alone says. */
export interface UrlFacts {
  readonly kind: UrlKind
  /** The day, month or year it names. */
  readonly days: Days | null
  /** Source and shape: pages with one key are shapeKey. */
  readonly shapeKey: string
  /** Its number among them, where it has one and no day. */
  readonly serial: number | null
  /** The front page of its host. */
  readonly isHomePage: boolean
}

const HOME = /^https?:\/\/[^/?#]+\/?$/i

/** The URLs of the last hundred pages or so: navigation stands on every page. */
const MAX_KNOWN = 8_192

/** Reads URLs, and remembers those met lately. */
export class UrlFactsCache {
  readonly #known = new Map<string, UrlFacts>()
  #readings = 0

  /** Changes whenever all were forgotten: until then `of` gives what it gave before. */
  get readings(): number {
    return this.#readings
  }

  of(url: string, source: string): UrlFacts {
    let urlFacts = this.#known.get(url)
    if (!urlFacts) {
      const days = urlDays(url)
      const serial = days ? null : serialOf(url)
      urlFacts = {
        kind: urlKind(url),
        days,
        shapeKey: `${source}${urlShape(url)}`,
        serial,
        isHomePage: HOME.test(url),
      }
      if (this.#known.size >= MAX_KNOWN) {
        this.#known.clear()
        this.#readings++
      }
      this.#known.set(url, urlFacts)
    }
    return urlFacts
  }
}

/** The day of the page behind a link: stated by the list that names it, or in its URL. */
export function linkDay(published: string | undefined, { days }: UrlFacts): number | null {
  if (published !== undefined) return dayNumber(published)
  return days && days.from === days.to ? days.from : null
}
