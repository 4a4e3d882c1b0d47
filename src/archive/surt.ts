/**
 * The URL with its host reversed (`com,example)/path?a=1&b=2`), which groups a site in a sorted index. Ignores scheme, `www.`, case and
 * the order of parameters; anything but an http URL stays as it is.
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
