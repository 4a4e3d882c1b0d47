import { describe, expect, it } from 'vitest'
import { respond } from '../../test/hostile-web/respond.ts'
import { startHostileWeb } from '../../test/hostile-web/server.ts'
import { headerValues } from '../http/headers.ts'
import { createEgress } from './egress.ts'
import { requestHeaders } from './request-headers.ts'

const STANDING = [
  ['User-Agent', 'Eventide/0'],
  ['Accept', 'text/html'],
] as const

describe('the headers of one request', () => {
  it('replace default headers of the same name', () => {
    expect(requestHeaders(STANDING)).toBe(STANDING)
    expect(requestHeaders(STANDING, [['accept', 'image/png']])).toEqual([
      STANDING[0],
      ['accept', 'image/png'],
    ])
  })

  it.each([
    ['If-None-Match', 'W/"a, b"'],
    ['If-Modified-Since', 'Sat, 01 Nov 2025 10:00:00 GMT'],
  ])('may be conditional: %s', (name, value) => {
    expect(requestHeaders(STANDING, [[name, value]])).toEqual([...STANDING, [name, value]])
  })

  it.each([
    ['If-None-Match', '"a"\r\nHost: b.example'],
    ['User-Agent', 'Another/1'],
    ['Cookie', 'a=b'],
    ['Authorization', 'Basic x'],
    ['Referer', 'http://a.example/'],
    ['Host', 'b.example'],
    ['Accept', 'a\r\nHost: b.example'],
    ['Accept', 'ü'],
    ['Accept', 'x'.repeat(2_000)],
    ['Accept', ''],
  ])('do not include %s: %j', (name, value) => {
    expect(requestHeaders(STANDING, [[name, value]])).toBe(STANDING)
  })

  it('are sent and archived', async () => {
    const web = await startHostileWeb({ only: (socket) => respond(socket, 200, {}, 'x') })
    const egress = createEgress({ allowPrivate: true })
    try {
      const headers = [
        ['Origin', 'http://a.example'],
        ['Accept', 'application/json'],
        ['Cookie', 'a=b'],
      ] as const
      const { exchange } = await egress.fetch(web.url('/'), undefined, { headers })
      for (const sent of [web.hits[0]?.headers, exchange.requestHeaders]) {
        const named = (name: string) => sent && headerValues(sent, name)
        expect(named('origin')).toEqual(['http://a.example'])
        expect(named('accept')).toEqual(['application/json'])
        expect(named('cookie')).toEqual([])
      }
    } finally {
      await egress.close()
      await web.close()
    }
  })
})
