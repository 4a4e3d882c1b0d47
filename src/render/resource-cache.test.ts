import { describe, expect, it } from 'vitest'
import type { FetchResult } from '../fetch/fetcher.ts'
import { ResourceCache } from './resource-cache.ts'

function answer(size: number, cacheControl?: string, status = 200): FetchResult {
  const body = Buffer.alloc(size / 2)
  const exchange = {
    url: '',
    method: 'GET' as const,
    requestHeaders: [],
    status,
    statusText: '',
    responseHeaders: cacheControl === undefined ? [] : ([['Cache-Control', cacheControl]] as const),
    body,
    truncated: null,
    ip: null,
    startedAt: new Date(0),
  }
  return { exchange, body }
}

describe('ResourceCache', () => {
  it.each([
    [undefined, 599_000, true],
    [undefined, 601_000, false],
    ['public, max-age=60', 59_000, true],
    ['public, max-age=60', 61_000, false],
    ['max-age=31536000', 23 * 3_600_000, true],
    ['max-age=31536000', 25 * 3_600_000, false],
    ['no-store', 0, false],
    ['No-Cache', 0, false],
    ['max-age=0', 0, false],
    ['max-age=never', 599_000, true],
  ])('with Cache-Control %s, a resource is available after %i ms: %s', (control, elapsed, available) => {
    let now = 0
    const cache = new ResourceCache(1_000, () => now)
    cache.put('a', answer(100, control))
    now = elapsed
    expect(cache.get('a') !== undefined).toBe(available)
  })

  it('stays within its size, evicting the least recently used', () => {
    const cache = new ResourceCache(1_000, () => 0)
    for (let i = 0; i < 9; i++) {
      cache.put(`k${i}`, answer(120))
      cache.get('k0')
    }
    expect(cache.get('k0')).toBeDefined()
    expect(cache.get('k1')).toBeUndefined()
    expect(cache.get('k8')).toBeDefined()
  })

  it('does not store failures and very large resources', () => {
    const cache = new ResourceCache(1_000, () => 0)
    cache.put('error', answer(10, undefined, 404))
    cache.put('large', answer(200))
    expect([cache.get('error'), cache.get('large')]).toEqual([undefined, undefined])
  })
})
