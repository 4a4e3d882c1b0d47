import type { SimulatedWeb, WebResponse } from '../../src/lab/web/web.ts'

/** Small enough to crawl completely, complex enough that order, parents and redirects matter. */
const HOSTS = 5
const PAGES_PER_HOST = 6

const EVENT = `name: Fire on the islands
what: { fire: 1, harbour: 0.6, evacuation: 0.4 }
languages: [en]
`

const host = (n: number) => `island${n}.example`
const address = (n: number, page: number) => `http://${host(n)}/page/${page}`

/** The web of the kill harness. All its pages are known, so that any loss is noticed. */
export function createIslandWeb(): SimulatedWeb {
  const respond = (url: string): WebResponse | null => {
    const { hostname, pathname } = new URL(url)
    const n = /^island(\d)\.example$/.exec(hostname)?.[1]
    if (n === undefined || Number(n) >= HOSTS) return null
    if (pathname === '/robots.txt' && n === '4') return redirect(`http://${host(2)}/rules.txt`)
    if (pathname === '/robots.txt' || pathname === '/rules.txt') return robots(Number(n))
    const moved = /^\/moved\/(\d)$/.exec(pathname)?.[1]
    if (moved !== undefined) return redirect(address(Number(n), Number(moved)))
    const page = /^\/page\/(\d)$/.exec(pathname)?.[1]
    return page === undefined ? html(404, 'gone') : html(200, pageText(Number(n), Number(page)))
  }
  return {
    respond,
    truth: () => null,
    seeds: [address(0, 0)],
    event: EVENT,
    size: HOSTS * PAGES_PER_HOST,
    *pages() {
      for (let n = 0; n < HOSTS; n++) for (let page = 0; page < PAGES_PER_HOST; page++) yield address(n, page)
    },
  }
}

function linksOf(n: number, page: number): [href: string, text: string][] {
  const id = n * PAGES_PER_HOST + page
  const next = (page + 1) % PAGES_PER_HOST
  return [
    [address(n, next), id % 2 ? 'fire news' : 'next'],
    [address((n + 1) % HOSTS, page), 'neighbour island'],
    [`http://${host(n)}/moved/${(page * 7 + 3) % PAGES_PER_HOST}`, 'harbour'],
    [`http://${host((n + 2) % HOSTS)}/missing/${page}`, 'old story'],
    [`http://${host(n)}/private/${page}`, 'staff only'],
  ]
}

/** Every URL known once this one is done: the links of a page, the target of a redirect. */
export function ledToBy(url: string): string[] {
  const [, n, kind, page] = /^http:\/\/island(\d)\.example\/(page|moved)\/(\d)$/.exec(url) ?? []
  if (kind === 'moved') return [address(Number(n), Number(page))]
  return kind === 'page' ? linksOf(Number(n), Number(page)).map(([href]) => href) : []
}

function pageText(n: number, page: number): string {
  const id = n * PAGES_PER_HOST + page
  const words =
    id % 3 === 0
      ? 'Fire at the harbour, evacuation ordered. '
      : 'The weather was calm and the boats came in. '
  const anchors = linksOf(n, page)
    .map(([href, text]) => `<li><a href="${href}">${text}</a></li>`)
    .join('')
  return `<html><head><title>Island ${n}, story ${page}</title></head><body><article><h1>Story ${id}</h1><p>${words.repeat(12)}</p></article><ul>${anchors}</ul></body></html>`
}

function robots(n: number): WebResponse {
  if (n === 3) return { status: 404, headers: [], body: Buffer.from('no') }
  return {
    status: 200,
    headers: [['Content-Type', 'text/plain']],
    body: Buffer.from('User-agent: *\nDisallow: /private/\n'),
  }
}

function html(status: number, body: string): WebResponse {
  return { status, headers: [['Content-Type', 'text/html; charset=utf-8']], body: Buffer.from(body) }
}

function redirect(target: string): WebResponse {
  return { status: 301, headers: [['Location', target]], body: Buffer.from('') }
}
