import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that identify a client: it usually controls the whole network below them. */
const NETWORK_BITS = 64

/**
 * Identifies a client by its address: IPv4 addresses as they are, also inside IPv6, and other IPv6 addresses by their /64 network.
 * The spelling of an address does not matter.
 */
export function clientOf(address: string): string {
  // A zone such as %eth0 names an interface of this machine, not the client.
  const text = address.split('%', 1)[0]!
  if (!ipaddr.isValid(text)) return address
  const parsed = ipaddr.process(text)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().fill(0, NETWORK_BITS / 8)
  return `${ipaddr.fromByteArray(bytes).toString()}/${NETWORK_BITS}`
}

/** The address a request came from. Behind a proxy on this machine it is the last one in X-Forwarded-For, which the proxy added. */
export function addressOf({ socket, headers }: IncomingMessage, behindProxy: boolean): string {
  const direct = socket.remoteAddress ?? ''
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim()
  const isProxy = behindProxy && ipaddr.isValid(direct) && ipaddr.process(direct).range() === 'loopback'
  return isProxy && forwarded ? forwarded : direct
}
