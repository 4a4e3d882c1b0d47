import { dayNumber } from '../../../time/day.ts'
import { type UrlKind, urlKind, urlShape } from '../../features/url-kind.ts'
import { serialOf } from './serial-days.ts'
import { type Days, urlDays } from './url-days.ts'

/** What a URL shows before it is fetched. */
export interface UrlFacts {
  readonly kind: UrlKind
  /** The day, month or year it names. */
  readonly days: Days | null
  /** Source and shape: pages with the same key are alike. */
  readonly shapeKey: string
  /** Its serial number among them, if it has one and no date. */
  readonly serial: number | null
  /** The front page of its host. */
  readonly isHomePage: boolean
}

const HOME = /^https?:\/\/[^/?#]+\/?$/i

/** About the URLs of the last hundred pages: navigation repeats on every page. */
const MAX_KNOWN = 8_192

/** Reads URLs and caches recent ones. */
export class UrlFactsCache {
  readonly #known = new Map<string, UrlFacts>()
  #readings = 0

  /** Changes whenever the cache is cleared; until then `of` returns the same objects. */
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

/** The date of a link's page: stated by the list that links to it, or in its URL. */
export function linkDay(published: string | undefined, { days }: UrlFacts): number | null {
  if (published !== undefined) return dayNumber(published)
  return days && days.from === days.to ? days.from : null
}
