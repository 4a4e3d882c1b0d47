import type { BrowserContext } from 'playwright-core'
import { expect, it } from 'vitest'
import { DEFAULT_RENDER_LIMITS } from './limits.ts'
import { type HeldRequest, PageVisit } from './page-visit.ts'
import { RequestInterceptor } from './request-interceptor.ts'
import { ResourceCache } from './resource-cache.ts'

const URL_SHOWN = 'http://site.example/'

/** Accepts every command, so that tests can simulate what a page does. */
function arrangement(during: () => Promise<void>): BrowserContext {
  const sent = new Map<string, unknown>([
    ['Page.getFrameTree', { frameTree: { frame: { id: 'MAIN' } } }],
    ['Page.createIsolatedWorld', { executionContextId: 1 }],
    ['Page.navigate', {}],
    ['Runtime.evaluate', { result: { value: { html: '<p>drawn', base: null, address: URL_SHOWN } } }],
  ])
  const session = {
    async send(method: string) {
      if (method === 'Page.navigate') await during()
      return sent.get(method)
    },
  }
  const context = {
    addInitScript: async () => {},
    newPage: async () => ({ on: () => {} }),
    newCDPSession: async () => session,
  }
  return context as unknown as BrowserContext
}

const held = (frameId: string, url: string, resourceType = 'Document'): HeldRequest => ({
  frameId,
  resourceType,
  request: { url, method: 'GET', headers: {} },
})

it('closes windows that a page opens, and ends the visit after too many', async () => {
  const requests: string[] = []
  const bytes = Buffer.from('<p>x')
  const exchange = {
    url: URL_SHOWN,
    method: 'GET' as const,
    requestHeaders: [],
    status: 200,
    statusText: '',
    responseHeaders: [],
    body: bytes,
    truncated: null,
    ip: null,
    startedAt: new Date(0),
  }
  const result = { exchange, body: bytes }
  const fetch = async (url: string) => {
    requests.push(url)
    return result
  }
  const limits = { ...DEFAULT_RENDER_LIMITS, popups: 3 }
  const interceptor = new RequestInterceptor({
    request: { url: URL_SHOWN, result, permits: async () => true },
    fetcher: { fetch, close: async () => {} },
    cache: new ResourceCache(0, () => 0),
    limits,
    signal: new AbortController().signal,
  })
  const visit = new PageVisit(URL_SHOWN, interceptor, limits)
  expect(visit.opened('BEFORE')).toBe(false)
  const drawing = visit.draw(
    arrangement(async () => {
      expect(await visit.answer(held('MAIN', URL_SHOWN))).toMatchObject({ kind: 'answered' })
      expect(visit.opened('MAIN')).toBe(false)
      for (const window of ['W1', 'W2', 'W3']) {
        expect(visit.opened(window)).toBe(true)
        expect(await visit.answer(held(window, 'http://a.example/'))).toMatchObject({ kind: 'refused' })
      }
      expect(await visit.answer(held('FRAME', 'http://b.example/'))).toMatchObject({ kind: 'answered' })
      visit.opened('W4')
    }),
  )
  expect(await drawing).toMatchObject({ html: '<p>drawn' })
  expect(await visit.ended).toBe('popups')
  expect(requests).toEqual(['http://b.example/'])
})
