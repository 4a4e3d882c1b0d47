import { hash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetcher, FetchResult } from '../src/fetch/fetcher.ts'
import type { SimulatedWeb, WebResponse } from '../src/lab/web/web.ts'
import { createWebFetcher } from '../src/lab/web/web-fetcher.ts'
import { FetchFailure } from '../src/model/errors.ts'

/** The kinds of fault; `passes` means that the next attempt succeeds. */
const FAULTS = {
  timeout: { passes: true },
  reset: { passes: true },
  'too-many': { passes: true },
  unavailable: { passes: true },
  broken: { passes: false },
  truncated: { passes: false },
  'bad-encoding': { passes: false },
  'redirect-loop': { passes: false },
  hostile: { passes: false },
} as const
export type FaultName = keyof typeof FAULTS
const NAMES = Object.keys(FAULTS) as FaultName[]

/** Chooses faulty pages by URL alone, so that a run can be repeated and checked. */
export class Faults {
  readonly #share: number
  readonly #tries = new Map<string, number>()
  /** Number of occurrences of each fault. */
  readonly met = new Map<FaultName, number>()

  constructor(share: number) {
    this.#share = share
  }

  of(url: string): FaultName | null {
    if (url.endsWith('/robots.txt')) return null
    const number = hash('sha256', `fault ${url}`, 'buffer').readUInt32BE(0)
    if (number / 2 ** 32 >= this.#share) return null
    return NAMES[number % NAMES.length] ?? null
  }

  /** The fault of this request; a passing one occurs once per URL. */
  meet(url: string): FaultName | null {
    const fault = this.of(url)
    if (!fault) return null
    if (FAULTS[fault].passes) {
      const tries = this.#tries.get(url) ?? 0
      this.#tries.set(url, tries + 1)
      if (tries > 0) return null
    }
    this.met.set(fault, (this.met.get(fault) ?? 0) + 1)
    return fault
  }

  /** Whether the page can be fetched in the end. */
  passes(url: string): boolean {
    const fault = this.of(url)
    return (
      fault === null ||
      fault === 'truncated' ||
      fault === 'bad-encoding' ||
      fault === 'hostile' ||
      FAULTS[fault].passes
    )
  }
}

const HTML = ['Content-Type', 'text/html; charset=utf-8'] as const

/** The response instead of a page; null if there is none. */
function faultyAnswer(fault: FaultName, url: string, sound: WebResponse | null): WebResponse | null {
  const page = (
    body: string | Uint8Array,
    status = 200,
    ...headers: (readonly [string, string])[]
  ): WebResponse => ({
    status,
    headers: [...headers, HTML],
    body: Buffer.from(body as string),
  })
  switch (fault) {
    case 'too-many':
      return page('slow down', 429, ['Retry-After', '2'])
    case 'unavailable':
      return page('come back', 503, ['Retry-After', '1'])
    case 'broken':
      return page('oops', 500)
    case 'redirect-loop':
      return page('', 302, ['Location', `${url}${url.includes('?') ? '&' : '?'}again=1`])
    case 'bad-encoding':
      return {
        status: 200,
        headers: [['Content-Type', 'text/html; charset=x-no-such']],
        body: noise(url, sound?.body),
      }
    case 'hostile':
      return page(hostilePage(url))
    default:
      return null
  }
}

/** Corrupts half of the bytes of a page. */
function noise(url: string, body: Uint8Array = new Uint8Array(2_000)): Uint8Array {
  const key = hash('sha256', url, 'buffer')
  return body.map((byte, i) => (i % 2 ? byte : byte ^ (key[i % key.length] ?? 0)))
}

function hostilePage(url: string): string {
  const kinds = [
    () => '<div>'.repeat(50_000),
    () => `<p ${'a=1 '.repeat(50_000)}>x`,
    () => `<a href="${'x'.repeat(200_000)}">long</a>`,
    () => '<a href="/same">a</a>'.repeat(20_000),
    () => `<script type="application/ld+json">${'['.repeat(100_000)}</script>`,
    () => `<title>${'\u202e&#0;<'.repeat(20_000)}`,
    () => '&amp;'.repeat(200_000),
    () => `<!--${'-'.repeat(300_000)}`,
  ]
  const kind = hash('sha256', url, 'buffer').readUInt8(5) % kinds.length
  return (kinds[kind] as () => string)()
}

/** The web in memory, with faults reported as the egress does. */
export function faultyFetcher(web: SimulatedWeb, faults: Faults, now: () => Date): Fetcher {
  const sound = createWebFetcher(web, { now })
  return {
    fetch: async (url, signal, options): Promise<FetchResult> => {
      const fault = faults.meet(url)
      if (fault === 'timeout') throw new FetchFailure('timeout')
      if (fault === 'reset') throw new FetchFailure('disconnect')
      if (fault === null) return sound.fetch(url, signal, options)
      if (fault !== 'truncated') {
        const respond = () => faultyAnswer(fault, url, web.respond(url))
        return createWebFetcher({ respond }, { now }).fetch(url, signal, options)
      }
      const { exchange, body } = await sound.fetch(url, signal, options)
      const half = body.subarray(0, body.length / 2)
      return { exchange: { ...exchange, body: half, truncated: 'disconnect' }, body: half }
    },
    close: async () => {},
  }
}

/** The same web and the same faults over real sockets: a proxy on the loopback interface. */
export async function serveFaulty(web: SimulatedWeb, faults: Faults) {
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    const fault = faults.meet(url)
    if (fault === 'timeout') return
    if (fault === 'reset') return void response.destroy()
    const sound = web.respond(url)
    const answer = fault && fault !== 'truncated' ? faultyAnswer(fault, url, sound) : sound
    if (!answer) return void response.writeHead(502).end()
    send(response, answer, fault === 'truncated')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function send(response: ServerResponse, { status, headers, body }: WebResponse, cut: boolean): void {
  response.writeHead(status, [...headers.flat(), 'Content-Length', String(body.length)] as string[])
  if (!cut) return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}
