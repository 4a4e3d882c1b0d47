/** The most addresses that one request may carry. */
export const MAX_SEEDS = 100_000

export interface SeedLines {
  readonly seeds: readonly string[]
  /** Lines that are no web address, as typed. */
  readonly odd: readonly string[]
}

/** Addresses as pasted: one to a line; `https://` is put before a bare host name. */
export function readSeeds(text: string): SeedLines {
  const seeds: string[] = []
  const odd: string[] = []
  // An address may hold a comma, but no white space.
  for (const line of new Set(text.split(/\s+/).filter((line) => line !== ''))) {
    const address =
      /^[a-z][a-z0-9+.-]*:/i.test(line) && !/^[^/]+:\d+(\/|$)/.test(line) ? line : `https://${line}`
    if (isWebAddress(address)) seeds.push(address)
    else odd.push(line)
  }
  return { seeds, odd }
}

function isWebAddress(address: string): boolean {
  if (address.length > 2_000 || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    (hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('['))
  )
}
