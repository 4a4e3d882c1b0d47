import { describe, expect, it } from 'vitest'
import { createExampleWeb } from './example-web.ts'
import { createWebFetcher } from './web-fetcher.ts'

const web = createExampleWeb()

describe('createWebFetcher', () => {
  it('returns a complete exchange at the injected time', async () => {
    const url = web.seeds[0]!
    const startedAt = new Date('2025-01-02T03:04:05Z')
    const { exchange, body } = await createWebFetcher(web, { now: () => startedAt }).fetch(url)
    expect(exchange).toMatchObject({
      url,
      method: 'GET',
      status: 200,
      statusText: 'OK',
      ip: null,
      truncated: null,
      startedAt,
    })
    expect(exchange.body).toBe(body)
    expect(exchange.responseHeaders).toContainEqual(['Content-Length', String(body.length)])
  })

  it('uses a fixed time unless a clock is given', async () => {
    const fetcher = createWebFetcher(web)
    const [first, second] = [await fetcher.fetch(web.seeds[0]!), await fetcher.fetch(web.seeds[1]!)]
    expect(first.exchange.startedAt).toEqual(second.exchange.startedAt)
  })

  it('does not follow redirects', async () => {
    const { host } = new URL(web.seeds.at(-1)!)
    const { exchange } = await createWebFetcher(web).fetch(`http://${host}/archive`)
    expect(exchange.status).toBe(308)
    expect(exchange.responseHeaders).toContainEqual(['Location', `http://${host}/archive/`])
  })

  it('fails as a real fetch does', async () => {
    const fetcher = createWebFetcher(web)
    await expect(fetcher.fetch('http://nowhere.example/')).rejects.toMatchObject({ code: 'dns' })
    await expect(fetcher.fetch('mailto:a@b.example')).rejects.toMatchObject({ code: 'bad-url' })
    await expect(fetcher.fetch('::')).rejects.toMatchObject({ code: 'bad-url' })
    await expect(fetcher.fetch(web.seeds[0]!, AbortSignal.abort(new Error('enough')))).rejects.toThrow(
      'enough',
    )
  })

  it('omits bodies that are not accepted', async () => {
    const { exchange, body } = await createWebFetcher(web).fetch(web.seeds[0]!, undefined, {
      accept: () => false,
    })
    expect(body.length).toBe(0)
    expect(exchange.truncated).toBe('unspecified')
  })
})
