/** What the process ends with. The table in docs/cli.md is checked against this by a test. */
export const EXIT_CODES = {
  ok: 0,
  internal: 1,
  usage: 2,
  problems: 3,
  stopped: 4,
  locked: 5,
  archive: 6,
  store: 7,
  interrupted: 130,
} as const
export type ExitName = keyof typeof EXIT_CODES

/** One of several things wrong with what a user gave. */
export interface Issue {
  /** `line:column` of a text, or the name of a field. */
  readonly path: string
  readonly message: string
}

/** An error a user can act on: its message says what happened, to what, and what to do. */
export class EventideError extends Error {
  readonly code: string
  readonly exit: ExitName
  /** What the message lists, one by one. */
  readonly issues: readonly Issue[] | undefined
  constructor(
    code: string,
    message: string,
    options: { exit?: ExitName; cause?: unknown; issues?: readonly Issue[] } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'EventideError'
    this.code = code
    this.exit = options.exit ?? 'usage'
    this.issues = options.issues
  }
}

/** Every way a fetch can end without a page. `retry` says whether another try may help. */
export const FETCH_FAILURES = {
  'bad-url': { retry: false, says: 'the address cannot be requested (not http or https, or malformed)' },
  'private-address': { retry: false, says: 'the host is not on the public internet' },
  'no-contact': {
    retry: false,
    says: 'a public address was about to be asked without a contact in the User-Agent',
  },
  dns: { retry: true, says: 'the host name did not resolve' },
  connect: { retry: true, says: 'no connection could be made' },
  tls: { retry: false, says: 'the secure connection could not be set up' },
  timeout: { retry: true, says: 'the answer did not come in time' },
  headers: { retry: false, says: 'the answer has too many or too large headers' },
  encoding: { retry: false, says: 'the body is encoded in a way that cannot be undone' },
  protocol: { retry: true, says: 'the answer is not valid HTTP' },
  disconnect: { retry: true, says: 'the connection ended before the answer did' },
  robots: { retry: false, says: 'robots.txt does not allow it' },
  reading: { retry: false, says: 'the page could not be read' },
  proxy: { retry: true, says: 'the proxy refused or failed' },
} as const
export type FetchFailureCode = keyof typeof FETCH_FAILURES

/** Decided before anything was asked of the host: it need not rest afterwards. */
const NOT_ASKED: ReadonlySet<FetchFailureCode> = new Set([
  'bad-url',
  'private-address',
  'no-contact',
  'robots',
])

export class FetchFailure extends Error {
  readonly code: FetchFailureCode
  readonly retry: boolean
  readonly asked: boolean
  constructor(code: FetchFailureCode, detail?: string, cause?: unknown) {
    super(detail ? `${FETCH_FAILURES[code].says}: ${detail}` : FETCH_FAILURES[code].says, { cause })
    this.name = 'FetchFailure'
    this.code = code
    this.retry = FETCH_FAILURES[code].retry
    this.asked = !NOT_ASKED.has(code)
  }
}
