import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, literalAddress, sameAddress } from './ip-address.ts'

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '1.1.1.1',
    '168.63.129.17',
    '223.255.255.254',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '168.63.129.16',
      '::ffff:168.63.129.16',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
    ],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.8',
      '192.0.2.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.19.255.255',
    ],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fd00::1', 'fc00::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '2001:db8::1'],
    ...['100::1', '4000::1', '5f00::1', '64:ff9b:1::808:808', '::ffff:0:8.8.8.8'],
    ...['', 'localhost', 'not an address', '1.2.3', '999.1.1.1'],
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it('treats an IPv4 address the same in every IPv6 form that embeds it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ipv4) => {
        const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        const inverted = `${(((a << 8) | b) ^ 0xffff).toString(16)}:${(((c << 8) | d) ^ 0xffff).toString(16)}`
        const forms = [`::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`, `2001:0:808:808::${inverted}`]
        for (const form of forms) expect([form, isPublicAddress(form)]).toEqual([form, isPublicAddress(ipv4)])
        // ::/96 also holds the unspecified and the loopback address; those are private as IPv4 too (0/8).
        expect(isPublicAddress(`::${hex}`)).toBe(isPublicAddress(ipv4))
      }),
    )
  })

  it('checks the server embedded in a Teredo address as well', () => {
    expect(isPublicAddress('2001:0:7f00:1::f7f7:f7f7')).toBe(false)
    expect(isPublicAddress('2001:0:808:808::f7f7:f7f7')).toBe(true)
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isPublicAddress(text) === 'boolean'))
  })
})

describe('literalAddress', () => {
  it('distinguishes IP addresses from names', () => {
    expect(literalAddress('[::1]')).toBe('::1')
    expect(literalAddress('127.0.0.1')).toBe('127.0.0.1')
    expect(literalAddress('example.org')).toBeNull()
    expect(literalAddress('')).toBeNull()
  })
})

describe('sameAddress', () => {
  it('recognizes different spellings of one address', () => {
    expect(sameAddress('::ffff:127.0.0.1', '127.0.0.1')).toBe(true)
    expect(sameAddress('2001:DB8:0:0::1', '2001:db8::1')).toBe(true)
    expect(sameAddress('127.0.0.1', '127.0.0.2')).toBe(false)
    expect(sameAddress('', '')).toBe(false)
  })
})
