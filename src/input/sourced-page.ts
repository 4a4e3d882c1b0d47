import type { WarcLocation } from '../model/exchange.ts'
import type { PageInput } from '../page/read-page.ts'

/** A page to read without crawling, with what its source knows about it. */
export interface SourcedPage {
  readonly input: PageInput
  readonly title?: string
  /** Publication day, when the source knows it better than the page. */
  readonly date?: string
  readonly status?: number
  readonly warc?: WarcLocation
  /** The fields of a JSON line but its page, to be passed through. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** `file:line` of a JSON line, for errors about it. */
  readonly where?: string
}

/** A page that could not be read. */
export interface MissingPage {
  readonly url: string
  readonly problem: string
}
