import { FETCH_FAILURES } from '../../../../src/model/errors.ts'

export interface ErrorWords {
  /** What it means. */
  readonly means: string
  /** What a curator can do about it. */
  readonly todo: string
}

const AGAIN = 'Nothing: it is tried again, more slowly, and given up after a few tries.'
const NOTHING = 'Nothing: the rest of the crawl is not affected.'

/** What to do about the codes of `FETCH_FAILURES`, whose meaning is told there. */
const FETCH_TODO: Readonly<Record<keyof typeof FETCH_FAILURES, string>> = {
  'bad-url': NOTHING,
  'private-address':
    'Start the crawl from the command line with --allow-network if it is a site of your own.',
  'no-contact':
    'Give a contact in the settings: a web or e-mail address where a site’s owner can reach you. Nothing on the public web is asked without one.',
  dns: `${AGAIN} If it is every host, look at this machine’s network.`,
  connect: `${AGAIN} If it is every host, look at this machine’s network.`,
  tls: 'The site’s certificate is wrong or out of date. Only its owner can mend it.',
  timeout: AGAIN,
  headers: NOTHING,
  encoding: NOTHING,
  protocol: AGAIN,
  disconnect: AGAIN,
  robots: 'The site does not want it fetched. Ask its owner if you need it.',
  reading: NOTHING,
  proxy: 'Look at the proxy the crawl was started with.',
}

const EXCLUDED: readonly (readonly [string, string, string])[] = [
  [
    'disallowed',
    'robots.txt does not allow it',
    'The site does not want it fetched. Ask its owner if you need it.',
  ],
  ['unreachable', 'the site could not say what its robots.txt allows', AGAIN],
  ['content-type', 'it is no page: an image, a film, a file', NOTHING],
  [
    'lost',
    'every visit to it was cut short',
    'Start the crawl again; if it stays, the page brings the program down: report it.',
  ],
  ['bad-redirect', 'it redirects to something that is no web address', NOTHING],
  ['redirect-loop', 'it redirects to itself', NOTHING],
  ['too-many-redirects', 'it redirects on and on', NOTHING],
  ['host-denied', 'its host is among the denied ones', 'Take the host off the denied ones if you want it.'],
  [
    'host-not-allowed',
    'its host is not among the allowed ones',
    'Add the host to the allowed ones if you want it.',
  ],
  ['too-deep', 'it is further from the seeds than the depth allows', 'Raise the depth if such pages matter.'],
  ['too-long', 'its address is too long', NOTHING],
  ['path-loop', 'its address repeats itself, as traps do', NOTHING],
  ['path-too-deep', 'its address has too many folders, as traps do', NOTHING],
  ['query-facets', 'its address combines too many filters', NOTHING],
  ['query-loop', 'its address repeats a parameter, as traps do', NOTHING],
  ['file-type', 'its address ends like a file, not like a page', NOTHING],
  ['host-budget', 'its host has given as many pages as one host may', NOTHING],
  ['source-budget', 'its source has given as many pages as one source may', NOTHING],
  ['same-content', 'pages of its kind all said the same', NOTHING],
  ['no-yield', 'pages of its kind brought nothing new', NOTHING],
  ['soft-404', 'the site says there is no such page', NOTHING],
  ['source-hosts', 'its source makes up hosts without end', NOTHING],
  ['nofollow', 'the page that links to it asks not to follow', NOTHING],
  ['tunnel', 'too many irrelevant pages in a row led to it', NOTHING],
  ['source-rejected', 'a curator rejected its source', 'Take the decision back to have it fetched.'],
]

const WORDS: ReadonlyMap<string, ErrorWords> = new Map([
  ...Object.entries(FETCH_FAILURES).map(
    ([code, { says }]) =>
      [code, { means: says, todo: FETCH_TODO[code as keyof typeof FETCH_FAILURES] }] as const,
  ),
  ...EXCLUDED.map(([code, means, todo]) => [code, { means, todo }] as const),
])

const HTTP: ReadonlyMap<number, ErrorWords> = new Map([
  [401, { means: 'the page asks for a password', todo: 'Nothing: pages behind a login are not collected.' }],
  [
    403,
    {
      means: 'the site refuses to show the page',
      todo: 'If it is a whole site: it may be refusing crawlers. Ask its owner.',
    },
  ],
  [404, { means: 'there is no such page', todo: NOTHING }],
  [410, { means: 'the page is gone for good', todo: NOTHING }],
  [
    429,
    {
      means: 'the site asks to be asked less often',
      todo: 'Nothing: the crawl slows down by itself. A longer delay helps.',
    },
  ],
  [451, { means: 'the page may not be shown for legal reasons', todo: NOTHING }],
  [
    503,
    {
      means: 'the site is busy or being repaired',
      todo: 'Nothing: the crawl slows down by itself and tries again.',
    },
  ],
])

const UNKNOWN: ErrorWords = { means: 'not fetched', todo: 'Look up the code in docs/fetching.md.' }

/** A kind as the crawl counts it (`fetch:timeout`, `http:404`) or as the collection stores it (`timeout`, `http-404`). */
export function errorWords(kind: string): ErrorWords {
  const code = kind.slice(kind.indexOf(':') + 1)
  const known = WORDS.get(code)
  if (known) return known
  const status = Number(/^(?:http-)?([1-5]\d\d)$/.exec(code)?.[1])
  if (Number.isNaN(status)) return UNKNOWN
  return HTTP.get(status) ?? ofStatus(status)
}

function ofStatus(status: number): ErrorWords {
  if (status >= 500) return { means: `the site has a fault (${status})`, todo: AGAIN }
  return { means: `the site answered ${status} instead of a page`, todo: NOTHING }
}
