import type { Site } from './sites.ts'

/**
 * A site's robots.txt. `live` pages of every second paper that has them are disallowed: relevant, but not to
 * be fetched.
 */
export function robotsTxt(site: Site): string {
  const lines = [
    '# crawlers, please be kind',
    'User-agent: *',
    'Disallow: /print/',
    'Disallow: /*?sid=',
    'Disallow: /*&sid=',
  ]
  if (site.quirks.has('live') && site.index % 2 === 0) lines.push('Disallow: /live/')
  if (site.quirks.has('calendar')) lines.push('Disallow: /calendar?day=', 'Allow: /calendar$')
  if (site.quirks.has('crawl-delay')) lines.push('Crawl-delay: 2')
  lines.push('', 'User-agent: GreedyBot', 'User-agent: OtherGreedyBot', 'Disallow: /', '')
  lines.push(`Sitemap: http://${site.host}/sitemap.xml`, '')
  return lines.join('\n')
}
