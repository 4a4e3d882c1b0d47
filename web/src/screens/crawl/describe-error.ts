import { FETCH_FAILURES } from '../../../../src/model/errors.ts'

export interface ErrorDescription {
  readonly meaning: string
  /** What a curator can do about it. */
  readonly advice: string
}

const RETRIED = 'No action needed: it is retried more slowly, and given up after a few attempts.'
const NO_ACTION = 'No action needed: the rest of the crawl is not affected.'
const NOT_PERMITTED = 'The site does not permit fetching it. Ask its owner if you need it.'

/** What to do about the codes of `FETCH_FAILURES`, which has their meanings. */
const FETCH_ADVICE: Readonly<Record<keyof typeof FETCH_FAILURES, string>> = {
  'bad-url': NO_ACTION,
  'private-address': 'If it is your own site, start the crawl from the command line with --allow-network.',
  'no-contact':
    'Enter a contact in the settings: a web page or e-mail address where site owners can reach you. Public sites are not requested without one.',
  dns: `${RETRIED} If all hosts are affected, check the network of this machine.`,
  connect: `${RETRIED} If all hosts are affected, check the network of this machine.`,
  tls: 'The certificate of the site is invalid or expired. Only its owner can fix that.',
  timeout: RETRIED,
  headers: NO_ACTION,
  encoding: NO_ACTION,
  protocol: RETRIED,
  disconnect: RETRIED,
  robots: NOT_PERMITTED,
  reading: NO_ACTION,
  strategy: 'Choose another strategy in the settings, then try failed pages again.',
  proxy: 'Check the proxy the crawl was started with.',
}

const EXCLUSIONS: readonly (readonly [code: string, meaning: string, advice: string])[] = [
  ['disallowed', 'disallowed by robots.txt', NOT_PERMITTED],
  ['unreachable', 'the robots.txt of the site could not be fetched', RETRIED],
  ['content-type', 'not a web page: an image, a video or another file', NO_ACTION],
  [
    'lost',
    'every attempt to process it was interrupted',
    'Start the crawl again. If it happens again, the page crashes the program: please report it.',
  ],
  ['bad-redirect', 'redirects to something that is not a web URL', NO_ACTION],
  ['redirect-loop', 'redirects to itself', NO_ACTION],
  ['too-many-redirects', 'too many redirects', NO_ACTION],
  ['host-denied', 'on a denied host', 'Remove the host from the denied hosts to include it.'],
  ['host-not-allowed', 'not on an allowed host', 'Add the host to the allowed hosts to include it.'],
  [
    'too-deep',
    'further from the seeds than the maximum depth',
    'Raise the maximum depth to include such pages.',
  ],
  ['too-long', 'the URL is too long', NO_ACTION],
  ['path-loop', 'the URL repeats itself, which indicates a crawler trap', NO_ACTION],
  ['path-too-deep', 'the URL has too many path segments, which indicates a crawler trap', NO_ACTION],
  ['query-facets', 'the URL combines too many filters', NO_ACTION],
  ['query-loop', 'the URL repeats a parameter, which indicates a crawler trap', NO_ACTION],
  ['file-type', 'the URL has the extension of a file that is not a page', NO_ACTION],
  ['host-budget', 'the page limit of the host is reached', NO_ACTION],
  ['source-budget', 'the page limit of the source is reached', NO_ACTION],
  ['same-content', 'similar URLs all returned the same content', NO_ACTION],
  ['no-yield', 'similar URLs returned nothing new', NO_ACTION],
  ['soft-404', 'the page says that it does not exist', NO_ACTION],
  ['source-hosts', 'the source has an unlimited number of hosts', NO_ACTION],
  ['nofollow', 'the linking page asks crawlers not to follow the link', NO_ACTION],
  ['tunnel', 'too many irrelevant pages in a row led to it', NO_ACTION],
  ['source-rejected', 'a curator rejected the source', 'Undo the decision to include it.'],
]

const DESCRIPTIONS: ReadonlyMap<string, ErrorDescription> = new Map([
  ...Object.entries(FETCH_FAILURES).map(
    ([code, { meaning }]) =>
      [code, { meaning, advice: FETCH_ADVICE[code as keyof typeof FETCH_FAILURES] }] as const,
  ),
  ...EXCLUSIONS.map(([code, meaning, advice]) => [code, { meaning, advice }] as const),
])

const HTTP: ReadonlyMap<number, ErrorDescription> = new Map([
  [401, { meaning: 'the page requires a login', advice: 'Pages behind a login are not collected.' }],
  [
    403,
    {
      meaning: 'the site denies access to the page',
      advice: 'If a whole site is affected, it may block crawlers. Ask its owner.',
    },
  ],
  [404, { meaning: 'the page does not exist', advice: NO_ACTION }],
  [410, { meaning: 'the page was removed permanently', advice: NO_ACTION }],
  [
    429,
    {
      meaning: 'the site received too many requests',
      advice: 'The crawl slows down by itself. A longer delay helps.',
    },
  ],
  [451, { meaning: 'the page is unavailable for legal reasons', advice: NO_ACTION }],
  [
    503,
    {
      meaning: 'the site is overloaded or under maintenance',
      advice: 'No action needed: the crawl slows down by itself and retries.',
    },
  ],
])

const UNKNOWN: ErrorDescription = { meaning: 'not fetched', advice: 'Look up the code in docs/fetching.md.' }

/** A kind as the crawl counts it (`fetch:timeout`, `http:404`) or as the collection stores it (`timeout`, `http-404`). */
export function describeError(kind: string): ErrorDescription {
  const code = kind.slice(kind.indexOf(':') + 1)
  const known = DESCRIPTIONS.get(code)
  if (known) return known
  const status = Number(/^(?:http-)?([1-5]\d\d)$/.exec(code)?.[1])
  if (Number.isNaN(status)) return UNKNOWN
  return HTTP.get(status) ?? ofStatus(status)
}

function ofStatus(status: number): ErrorDescription {
  if (status >= 500) return { meaning: `the server reported an error (${status})`, advice: RETRIED }
  return { meaning: `the server returned status ${status} instead of a page`, advice: NO_ACTION }
}
