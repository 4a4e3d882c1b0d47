import type { WebResponse } from '../../src/lab/web/web.ts'
import { mixBits } from '../../src/page/shingles.ts'

/** The response of a site to a path; null for a missing page. */
type Site = (path: string, query: URLSearchParams, host: string) => string | null

export const EVENT_ANCHOR = 'Typhoon Haiyan storm surge: live coverage'

const DIGITS = 'abcdefghijklmnop'
/** A new, unique word. */
export const word = (n: number) =>
  [...mixBits(n).toString(16)].map((digit) => DIGITS[Number.parseInt(digit, 16)]).join('')
export const hash = (text: string) =>
  [...text].reduce((sum, sign) => mixBits(sum * 31 + sign.charCodeAt(0)), 7)
/** Many different words, so that the page differs from every other. */
export const babble = (seed: number, words = 120) =>
  Array.from({ length: words }, (_, i) => word(seed * 1_000 + i)).join(' ')

export const link = (href: string, anchor: string) => `<p><a href="${href}">${anchor}</a></p>`
export const htmlPage = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const DAMAGE = [
  'Roofs were torn off along the shore and boats lay in the streets when the water went back.',
  'The mayor said that the airport was closed and that rice and water would come by ship.',
  'Doctors worked by the light of torches in the hall of the school on the hill.',
  'Families waited for the ferry with what they could carry, and asked for news of their relatives.',
  'Power lines are down between the bridge and the market, and the telephone network has failed.',
  'Soldiers clear the road from the north so that trucks with tents and medicine can pass.',
]

/** A real page about the event, worded differently each time. */
export function article(n: number): string {
  const sentences = DAMAGE.map((_, i) => DAMAGE[(i * (n % 5 === 4 ? 5 : 1) + n) % DAMAGE.length]).slice(0, 4)
  const own = `In district ${word(n)} of ${word(n + 50)} the ${word(n + 90)} church gave shelter to ${n + 40} people, said ${word(n + 7)} ${word(n + 8)}.`
  const text = [
    `Typhoon Haiyan reached the coast on 8 November 2013 with a storm surge.`,
    ...sentences,
    own,
    `<br>${babble(n + 5_000, 60)}`,
  ]
  return htmlPage(
    `Typhoon Haiyan, report ${n}: ${word(n + 9)}`,
    text.map((line) => `<p>${line}</p>`).join(''),
  )
}

const calendarDay = (path: string) => {
  const match = /^\/cal\/(\d{4})\/(\d\d)\/(\d\d)$/.exec(path)
  return match && new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])))
}
const dayPath = (time: number) => `/cal/${new Date(time).toISOString().slice(0, 10).replaceAll('-', '/')}`
const DAY_MS = 86_400_000

/** Each generates endless URLs and links to them with words of the event. */
export const TRAPS: Readonly<Record<string, Site>> = {
  /** Relative links that grow with every step, on pages that differ. */
  'path-loop': (path) =>
    path.startsWith('/a')
      ? htmlPage(
          `Folder ${path}`,
          babble(hash(path)) + ['a/', 'b/', 'c/'].map((to) => link(to, EVENT_ANCHOR)).join(''),
        )
      : null,
  calendar: (path) => {
    const day = calendarDay(path)
    if (!day && path !== '/a') return null
    const time = day?.getTime() ?? Date.UTC(2013, 10, 1)
    const near = [-400, -31, -7, -1, 1, 2, 7, 31, 400].map((days) =>
      link(dayPath(time + days * DAY_MS), EVENT_ANCHOR),
    )
    return htmlPage(
      'Calendar',
      `<p>Events on ${new Date(time).toUTCString()}: nothing is planned for this day. Add an event, or print this page.</p>${near.join('')}`,
    )
  },
  'known-session': (path, query) =>
    path.startsWith('/a')
      ? htmlPage(
          'Forum',
          [1, 2, 3, 4]
            .map((n) => link(`/a${n}?PHPSESSID=${word(hash(String(query)) + n)}`, EVENT_ANCHOR))
            .join(''),
        )
      : null,
  'unknown-session': (path, query) =>
    path === '/a'
      ? htmlPage(
          'Forum',
          `<p>Welcome to the forum, please log in to read the threads of this board.</p>${[1, 2, 3].map((n) => link(`/a?visit=${word(hash(query.get('visit') ?? '') + n)}`, EVENT_ANCHOR)).join('')}`,
        )
      : null,
  facets: (path, query) => {
    if (path !== '/a') return null
    const filters = [...query].map(([name, value]) => `${name}=${value}`)
    const shown = Array.from(
      { length: 8 },
      (_, i) => `Boots model ${word((hash(String(query)) + i * 7) % 24)} in leather`,
    )
    const more = ['colour', 'size', 'brand', 'price', 'sort'].flatMap((name) =>
      [1, 2, 3, 4].map((value) =>
        link(
          `/a?${[...filters.filter((f) => !f.startsWith(name)), `${name}=${value}`].join('&')}`,
          EVENT_ANCHOR,
        ),
      ),
    )
    return htmlPage(
      'Shop',
      `<ul>${shown.map((one) => `<li>${one}</li>`).join('')}</ul><p>Free delivery in the whole country and back within thirty days.</p>${more.join('')}`,
    )
  },
  'soft-404': (path) =>
    path.startsWith('/a')
      ? htmlPage(
          'Page not found',
          `<p>Sorry. Perhaps one of these?</p>${[1, 2, 3, 4, 5].map((n) => link(`/a/${word(hash(path) + n)}`, EVENT_ANCHOR)).join('')}`,
        )
      : null,
  'same-body': (path) =>
    path === '/more'
      ? null
      : htmlPage(
          'Welcome',
          `<p>Your guide to the best hotels, flights and insurance, compared every day for you and yours.</p>${[1, 2, 3, 4].map((n) => link(`/${word(hash(path) + n)}/${word(hash(path) - n)}`, EVENT_ANCHOR)).join('')}`,
        ),
  'wildcard-hosts': (_path, _query, host) =>
    host.split('.').length > 2 || _path === '/a'
      ? htmlPage(
          `Blog of ${host}`,
          babble(hash(host)) +
            Array.from({ length: 10 }, (_, n) =>
              link(`http://${word(hash(host) + n)}.wildcard-hosts.test/`, EVENT_ANCHOR),
            ).join(''),
        )
      : null,
  'many-links': (path) => {
    const entries =
      path === '/a' ? Array.from({ length: 10_000 }, (_, n) => link(`/a/${word(n)}`, 'Entry')) : []
    return path.startsWith('/a') ? htmlPage(`Entry ${path}`, babble(hash(path), 40) + entries.join('')) : null
  },
}

/** Real pages behind each trap, linked without descriptive anchor text. */
const BEHIND = 4
export const realPages = (trap: string) =>
  Array.from({ length: BEHIND }, (_, n) => `http://real-${trap}.test/reports/${n}`)

const home = (trap: string) =>
  htmlPage(
    `Site ${trap}`,
    [link('/a', EVENT_ANCHOR), link(`/more`, 'More'), link(`/a?`, EVENT_ANCHOR)].join(''),
  )

/** A web of traps: `http://<trap>.test/` is the entrance of each, with real pages two links behind it. */
export const trapWeb: { respond(url: string): WebResponse | null } = {
  respond(url) {
    const parsed = new URL(url)
    if (!parsed.hostname.endsWith('.test')) return null
    const body = parsed.pathname === '/robots.txt' ? null : pageOf(parsed)
    const headers = [['Content-Type', 'text/html; charset=utf-8']] as const
    return { status: body === null ? 404 : 200, headers, body: Buffer.from(body ?? 'gone') }
  },
}

function pageOf({ hostname, pathname, searchParams }: URL): string | null {
  const site = hostname.split('.').slice(-2, -1)[0] ?? ''
  if (site.startsWith('real-')) {
    const n = Number(/^\/reports\/(\d)$/.exec(pathname)?.[1] ?? BEHIND)
    return n < BEHIND ? article(Object.keys(TRAPS).indexOf(site.slice(5)) * BEHIND + n) : null
  }
  if (!Object.hasOwn(TRAPS, site)) return null
  if (pathname === '/' && hostname === `${site}.test`) return home(site)
  if (pathname === '/more')
    return htmlPage(
      'More',
      realPages(site)
        .map((url, n) => link(url, `Number ${n}`))
        .join(''),
    )
  return TRAPS[site]?.(pathname, searchParams, hostname) ?? null
}
