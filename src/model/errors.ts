/** Exit codes of the process; docs/cli.md has the table. */
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

/** One of the problems in a user's input. */
export interface Issue {
  /** `line:column` of a text, or the name of a field. */
  readonly path: string
  readonly message: string
}

/** An error that the user can act on: its message says what happened, to what, and what to do. */
export class EventideError extends Error {
  readonly code: string
  readonly exit: ExitName
  /** The problems that the message lists. */
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

/** Every reason why a fetch fails. `retry`: whether another attempt may succeed. */
export const FETCH_FAILURES = {
  'bad-url': { retry: false, meaning: 'the URL cannot be requested (not http or https, or malformed)' },
  'private-address': { retry: false, meaning: 'the host is not on the public internet' },
  'no-contact': {
    retry: false,
    meaning: 'public hosts are not contacted without a contact in the User-Agent',
  },
  dns: { retry: true, meaning: 'the host name did not resolve' },
  connect: { retry: true, meaning: 'the connection could not be established' },
  tls: { retry: false, meaning: 'the TLS connection could not be established' },
  timeout: { retry: true, meaning: 'the response did not arrive in time' },
  headers: { retry: false, meaning: 'the response has too many or too large headers' },
  encoding: { retry: false, meaning: 'the content encoding of the body is not supported' },
  protocol: { retry: true, meaning: 'the response is not valid HTTP' },
  disconnect: { retry: true, meaning: 'the connection closed before the response was complete' },
  robots: { retry: false, meaning: 'robots.txt disallows it' },
  reading: { retry: false, meaning: 'the page could not be read' },
  strategy: { retry: false, meaning: 'the strategy failed on the page' },
  proxy: { retry: true, meaning: 'the proxy refused the request or failed' },
} as const
export type FetchFailureCode = keyof typeof FETCH_FAILURES

/** Decided before the host was contacted: no delay follows. */
const NOT_CONTACTED: ReadonlySet<FetchFailureCode> = new Set([
  'bad-url',
  'private-address',
  'no-contact',
  'robots',
])

export class FetchFailure extends Error {
  readonly code: FetchFailureCode
  readonly retry: boolean
  /** Whether the host was contacted, so that its delay applies. */
  readonly contacted: boolean
  constructor(code: FetchFailureCode, detail?: string, cause?: unknown) {
    super(detail ? `${FETCH_FAILURES[code].meaning}: ${detail}` : FETCH_FAILURES[code].meaning, { cause })
    this.name = 'FetchFailure'
    this.code = code
    this.retry = FETCH_FAILURES[code].retry
    this.contacted = !NOT_CONTACTED.has(code)
  }
}
