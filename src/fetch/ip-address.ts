import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
const COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16')
const TEREDO = ipaddr.IPv6.parseCIDR('2001::/32')

/**
 * Services of cloud providers to the machines they host, at addresses that are otherwise public: the host agent of Azure answers with
 * certificates and DNS. Those of other providers lie in private and link-local networks, which are refused as such.
 */
const PROVIDER_SERVICES: readonly ipaddr.IPv4[] = [ipaddr.IPv4.parse('168.63.129.16')]

/** The IP address that a URL's hostname is, or null for a name. Expects the form that `URL` gives. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname
  return isIP(bare) !== 0 ? bare : null
}

/**
 * Whether the address is global unicast, and so is every IPv4 address it carries inside
 * (mapped, compatible, NAT64, 6to4, Teredo, ISATAP). Anything that cannot be parsed is not.
 */
export function isPublicAddress(address: string): boolean {
  // Stricter than ipaddr.js, which also reads `1.2.3`: the address checked must be the one Node would connect to.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed)
  const embedded = embeddedIPv4(parsed)
  if (embedded.length > 0) return embedded.every(isPublicIPv4)
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_IPV6) && tunnelEnds(parsed).every(isPublicIPv4)
}

/** Whether two spellings mean the same address; an IPv4 address equals its mapped form. */
export function sameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
}

function isPublicIPv4(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return !PROVIDER_SERVICES.some((service) => service.toString() === address.toString())
}

function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray()
  const at = (start: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ mask))
  if (address.isIPv4MappedAddress() || address.match(COMPATIBLE) || address.match(NAT64)) return [at(12)]
  if (address.match(SIX_TO_FOUR)) return [at(2)]
  // Teredo holds the server's address as it is and the client's with every bit inverted.
  if (address.match(TEREDO)) return [at(4), at(12, 0xff)]
  return []
}

/** ISATAP puts the IPv4 end of a tunnel into the last four bytes of an address of any network (RFC 5214). */
function tunnelEnds(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray()
  const marked = bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
  return marked && (bytes[8] === 0 || bytes[8] === 2) ? [new ipaddr.IPv4(bytes.slice(12))] : []
}
