/**
 * The address with its host turned round (`com,example)/path?a=1&b=2`), so that a sorted index keeps a site together.
 * Scheme, `www.`, letter case and the order of the query do not count; what is no web address stays as it is.
 */
export function surtOf(url: string): string {
  const lower = url.toLowerCase()
  if (!lower.startsWith('http:') && !lower.startsWith('https:')) return url
  const bare = lower.replace(/^(https?:\/\/)www\d*\./, '$1')
  if (!URL.canParse(bare)) return url
  const { hostname, port, pathname, search } = new URL(bare)
  const host = hostname.split('.').reverse().join(',')
  const query = search === '' ? '' : `?${search.slice(1).split('&').sort().join('&')}`
  return `${host}${port === '' ? '' : `:${port}`})${pathname}${query}`
}
