/** An absolute http or https URL without fragment, or null. */
export function httpUrl(href: string, base?: string): string | null {
  try {
    const url = new URL(href, base)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
    if (url.hash || href.includes('#')) url.hash = ''
    return url.href
  } catch {
    return null
  }
}
