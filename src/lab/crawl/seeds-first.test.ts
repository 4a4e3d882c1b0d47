import { afterAll, describe, expect, it } from 'vitest'
import { parseEvent } from '../../event/event-file.ts'
import { eventContext } from '../../event-context.ts'
import { readPage } from '../../page/read-page.ts'
import { STRATEGY_NAMES } from '../../score/registry.ts'
import { createExampleWeb } from '../web/example-web.ts'
import { PageCache } from './page-cache.ts'
import { runCrawl } from './run-crawl.ts'

const web = createExampleWeb()
const now = Date.UTC(2026, 0, 1)

/**
 * Pages of which no strategy expects anything although many pages link to them: the front pages of some
 * sites.
 */
const fronts = [...new Set([...web.pages()].map((url) => new URL('/', url).href))].slice(1, 21)
const seeds = [...web.seeds, ...fronts]
/** A site whose robots.txt cannot be fetched is not crawled, including its seeds. */
const reachable = seeds.filter((url) => {
  const robots = web.respond(new URL('/robots.txt', url).href)?.status ?? 404
  return web.respond(url)?.status === 200 && robots < 500
})
const BUDGET = seeds.length + 20

const cache = new PageCache({
  web: { respond: web.respond, now, close: () => {} },
  read: (input) => readPage(input, { now: new Date(now) }),
  relevanceOf: () => 0,
})
afterAll(() => cache.close())

describe.each(STRATEGY_NAMES)('%s', (strategy) => {
  it('fetches every seed before the page budget is used up', async () => {
    const task = {
      event: parseEvent(web.event, eventContext),
      seeds,
      strategy: { name: strategy, options: {} },
      randomSeed: 1,
      shuffle: false,
      now,
    }
    const settings = { pages: BUDGET, concurrency: 1, delay: 0 }
    const { pages } = await runCrawl(task, cache, settings, { signal: new AbortController().signal })
    const fetched = new Set(pages.map(({ url }) => url))
    expect(reachable.length).toBeGreaterThan(20)
    expect(reachable.filter((url) => !fetched.has(url))).toEqual([])
  })
})
