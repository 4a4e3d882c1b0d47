import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Attempts } from './attempts.ts'
import { addressOf, clientOf } from './client-address.ts'

describe('clientOf', () => {
  it.each([
    ['2001:db8::1', '2001:0DB8:0:0:ffff::2'],
    ['2001:db8:1:2::', '2001:db8:1:2:3:4:5:6'],
    ['fe80::1%eth0', 'fe80::2'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ])('takes %s and %s for the same client', (one, other) => {
    expect(clientOf(one)).toBe(clientOf(other))
  })

  it.each([
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['2001:db8::', '2001:db8:1::'],
    ['::1', '1::1'],
    ['192.0.2.7', '192.0.2.8'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.8'],
    ['::1', '127.0.0.1'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(clientOf(one)).not.toBe(clientOf(other))
  })
})

describe('addressOf', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

  it('believes X-Forwarded-For of a proxy on this machine only, and only its last entry', () => {
    expect(addressOf(request('127.0.0.1', '192.0.2.1, 192.0.2.9'), true)).toBe('192.0.2.9')
    expect(addressOf(request('::ffff:127.0.0.1', '192.0.2.9'), true)).toBe('192.0.2.9')
    expect(addressOf(request('127.0.0.1', '192.0.2.9'), false)).toBe('127.0.0.1')
    expect(addressOf(request('192.0.2.5', '192.0.2.9'), true)).toBe('192.0.2.5')
    expect(addressOf(request('::1'), true)).toBe('::1')
  })
})

describe('Attempts', () => {
  it('counts wrong tokens of one network together, and of others apart', () => {
    const attempts = new Attempts(() => 0)
    for (let i = 1; i <= 5; i++) attempts.failed(`2001:db8::${i}`)
    expect(attempts.waitOf('2001:db8:0:0:aaaa::1')).toBeGreaterThan(0)
    expect(attempts.waitOf('2001:db8:0:1::1')).toBe(0)
    for (let i = 0; i < 5; i++) attempts.failed('::ffff:192.0.2.7')
    expect(attempts.waitOf('192.0.2.7')).toBeGreaterThan(0)
    expect(attempts.waitOf('::ffff:192.0.2.8')).toBe(0)
  })
})
