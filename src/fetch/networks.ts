import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { EventideError } from '../model/errors.ts'

/** Whether an IP address is in one of the networks that the operator allows. */
export type Networks = (address: string) => boolean

/** Reads `10.1.0.0/16`, `fd00:1::/48` or a single address. Throws `EventideError`. */
export function parseNetworks(specs: readonly string[]): Networks {
  const ranges = specs.map(parseRange)
  return (address) => {
    if (isIP(address) === 0) return false
    const parsed = ipaddr.process(address)
    return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
  }
}

function parseRange(spec: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', bits, ...more] = spec.trim().split('/')
  if (isIP(address) !== 0 && !address.includes('%') && more.length === 0) {
    const parsed = ipaddr.parse(address)
    const maxLength = parsed.kind() === 'ipv4' ? 32 : 128
    const length = bits === undefined ? maxLength : Number(bits)
    if (bits !== '' && Number.isInteger(length) && length >= 0 && length <= maxLength) return [parsed, length]
  }
  throw new EventideError(
    'allow-network',
    `--allow-network "${spec.slice(0, 100)}" is not an IP address or network; write for example 10.1.0.0/16 or fd00:1::/48`,
  )
}
