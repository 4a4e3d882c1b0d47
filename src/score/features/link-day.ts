import type { Day } from '../../model/event.ts'
import type { LinkReading, PageReading } from '../../model/page.ts'
import { dateFromUrl } from '../../time/url-date.ts'

/** A link's day: what its feed or sitemap states, else its URL, else the day of the page that holds it (TI 4.3). */
export function linkDay(link: LinkReading, page: PageReading): Day | null {
  return link.published ?? dateFromUrl(link.url) ?? page.published
}
