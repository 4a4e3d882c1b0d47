import { dayNumber } from '../../../time/day.ts'
import { type UrlKind, urlKind, urlShape } from '../../features/url-kind.ts'
import { serialOf } from './serial-days.ts'
import { type Days, urlDays } from './url-days.ts'

/** What an address alone says. */
export interface Address {
  readonly kind: UrlKind
  /** The day, month or year it names. */
  readonly days: Days | null
  /** Source and shape: pages with one key are cousins. */
  readonly cousins: string
  /** Its number among them, where it has one and no day. */
  readonly serial: number | null
  /** The front page of its host. */
  readonly isHome: boolean
}

const HOME = /^https?:\/\/[^/?#]+\/?$/i

/** The addresses of the last hundred pages or so: navigation stands on every page. */
const MAX_KNOWN = 8_192

/** Reads addresses, and remembers those met lately. */
export class Addresses {
  readonly #known = new Map<string, Address>()
  #readings = 0

  /** Changes whenever all were forgotten: until then `of` gives what it gave before. */
  get readings(): number {
    return this.#readings
  }

  of(url: string, source: string): Address {
    let address = this.#known.get(url)
    if (!address) {
      const days = urlDays(url)
      const serial = days ? null : serialOf(url)
      address = {
        kind: urlKind(url),
        days,
        cousins: `${source}${urlShape(url)}`,
        serial,
        isHome: HOME.test(url),
      }
      if (this.#known.size >= MAX_KNOWN) {
        this.#known.clear()
        this.#readings++
      }
      this.#known.set(url, address)
    }
    return address
  }
}

/** The day of the page behind a link: stated by the list that names it, or in its address. */
export function linkDay(published: string | undefined, { days }: Address): number | null {
  if (published !== undefined) return dayNumber(published)
  return days && days.from === days.to ? days.from : null
}
