import type { WarcLocation } from '../model/exchange.ts'
import type { PageInput } from '../page/read-page.ts'

/** A page that was not crawled, with the metadata that its source provides. */
export interface SourcedPage {
  readonly input: PageInput
  readonly title?: string
  /** Publication day, if the source states it. */
  readonly date?: string
  readonly status?: number
  readonly warc?: WarcLocation
  /** The fields of a JSON line except the page itself, to be passed through. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** `file:line` of a JSON line, for errors about it. */
  readonly where?: string
}

/** A page that could not be read. */
export interface MissingPage {
  readonly url: string
  readonly problem: string
}
