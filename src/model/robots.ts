/** The product name that robots.txt files, headers and pages address this crawler by. */
export const ROBOTS_AGENT = 'Eventide'

/** The robots.txt of one origin, as last fetched. */
export interface RobotsRecord {
  /** scheme://host:port */
  readonly origin: string
  readonly fetchedAt: number
  /** HTTP status, 0 for a network failure. */
  readonly status: number
  readonly body: string
  /** `WARC-Record-ID` of the response; omitted when it was not archived. */
  readonly recordId?: string
}
