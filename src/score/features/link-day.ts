import type { Day } from '../../model/event.ts'
import type { LinkReading, PageReading } from '../../model/page.ts'
import { dateFromUrl } from '../../time/url-date.ts'

/** The date of a link: stated by its feed or sitemap, else in its URL, else the date of the page it is on (TI 4.3). */
export function linkDay(link: LinkReading, page: PageReading): Day | null {
  return link.published ?? dateFromUrl(link.url) ?? page.published
}
