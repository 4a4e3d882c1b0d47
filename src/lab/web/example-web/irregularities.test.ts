import { createMultibyteDecoder } from '@exodus/bytes/multi-byte.js'
import { describe, expect, it } from 'vitest'
import { createExampleWeb } from '../example-web.ts'
import { createPress } from './press.ts'
import type { Quirk, Site } from './sites.ts'

const web = createExampleWeb()
const press = createPress({ seed: 1, pages: web.size, relevantShare: 0.04 })

function siteWith(quirk: Quirk): Site {
  const site = press.sites.find(({ quirks }) => quirks.has(quirk))
  if (!site) throw new Error(`no site is ${quirk}`)
  return site
}

function get(site: Site, path: string) {
  const response = web.respond(`http://${site.host}${path}`)
  if (!response) throw new Error('no answer')
  const header = (name: string): string => response.headers.find(([key]) => key === name)?.[1] ?? ''
  return { ...response, header, text: new TextDecoder().decode(response.body) }
}

/** Follows redirects one by one; returns every URL on the way. */
function follow(url: string, max: number): string[] {
  const passed = [url]
  for (let i = 0; i < max; i++) {
    const location = web.respond(passed.at(-1)!)?.headers.find(([name]) => name === 'Location')?.[1]
    if (!location) break
    passed.push(location)
  }
  return passed
}

describe('irregularities of the example web', () => {
  it('has robots.txt files in every state found on the web', () => {
    expect(get(press.sites[0]!, '/robots.txt').text).toContain('Disallow: /live/')
    expect(get(siteWith('robots-503'), '/robots.txt').status).toBe(503)
    expect(get(siteWith('robots-404'), '/robots.txt').status).toBe(404)
    expect(get(siteWith('crawl-delay'), '/robots.txt').text).toContain('Crawl-delay: 2')
  })

  it('disallows relevant live pages', () => {
    const url = [...web.pages()].find((page) => page.includes('/live/typhoon-lingwayan/'))
    expect(url).toBeDefined()
    expect(web.truth(url!)).toMatchObject({ relevant: true, hub: true, kind: 'article' })
  })

  it('lists every article in sitemaps', () => {
    const site = press.sites[2]!
    const files = [...get(site, '/sitemap.xml').text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      (match) => match[1]!,
    )
    const listed = new Set(
      files
        .map((url) => new TextDecoder().decode(web.respond(url)!.body))
        .flatMap((text) =>
          [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!.replaceAll('&amp;', '&')),
        ),
    )
    const own = [...web.pages()].filter((url) => url.includes(`//${site.host}/`) && web.truth(url)?.day)
    expect(own.filter((url) => !listed.has(url) && !url.includes('/live/'))).toEqual([])
    expect(get(site, '/sitemap-99999.xml').status).toBe(404)
  })

  it('has feeds of the latest stories', () => {
    for (const path of ['/feed.xml', '/atom.xml']) {
      const { text, header } = get(press.sites[1]!, path)
      expect(text.match(/<(item|entry)>/g)?.length).toBe(20)
      expect(header('Content-Type')).toContain('xml')
    }
  })

  it('serves GBK without declaring it in the header', () => {
    const site = siteWith('gbk')
    const { body, header } = get(site, '/')
    expect(header('Content-Type')).toBe('text/html')
    expect(createMultibyteDecoder('gbk')(body)).toContain('charset=')
    expect(createMultibyteDecoder('gbk')(body)).toContain('最新消息')
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow()
  })

  it('serves windows-1252, Shift_JIS and UTF-16, and declares one wrong charset', () => {
    expect(get(siteWith('windows-1252'), '/').body).toContain(0xed)
    expect(createMultibyteDecoder('shift_jis')(get(siteWith('shift-jis'), '/ja/notice.html').body)).toContain(
      '台風',
    )
    expect([...get(siteWith('shift-jis'), '/ja/about.html').body.slice(0, 2)]).toEqual([0xff, 0xfe])
    expect(get(siteWith('wrong-charset'), '/').header('Content-Type')).toBe('text/html; charset=iso-8859-1')
  })

  it('redirects old hosts, www, missing slashes and wrong slugs to the canonical URL', () => {
    const site = press.sites[0]!
    const bare = site.host.replace(/^www\./, '')
    const article = [...web.pages()].find(
      (url) => url.includes(`//${site.host}/`) && web.truth(url)?.kind === 'article',
    )!
    const path = article.slice(`http://${site.host}`.length)
    expect(follow(`http://old.${bare}${path}`, 5)).toEqual([`http://old.${bare}${path}`, article])
    const other = site.host.startsWith('www.') ? bare : `www.${site.host}`
    expect(follow(`http://${other}${path}`, 5).at(-1)).toBe(article)
    const short = follow('http://lnk.example/0-0', 5)
    expect(short.length).toBeGreaterThan(2)
    expect(web.truth(short.at(-1)!)?.kind).toBe('article')
    expect(web.truth(short[0]!)).toBeNull()
    expect(new Set(follow('http://lnk.example/loop-a', 9)).size).toBe(2)
  })

  it('serves one story under several URLs, as its labels show', () => {
    const url = web.seeds[0]!
    const tracked = `${url}?utm_source=partner&ref=p3`
    expect(web.respond(tracked)!.body).toEqual(web.respond(url)!.body)
    expect(web.truth(tracked)).toMatchObject({ duplicateOf: url, relevant: true })
    const printed = [
      ...new TextDecoder().decode(web.respond(url)!.body).matchAll(/href="(\/print\/\d+)"/g),
    ][0]?.[1]
    expect(web.truth(new URL(printed!, url).href)).toMatchObject({ duplicateOf: url })
  })

  it('has endless traps', () => {
    const calendar = siteWith('calendar')
    const first = get(calendar, '/calendar?month=2025-12')
    expect(first.text).toContain('/calendar?month=2026-01')
    expect(get(calendar, '/calendar?month=2999-12').status).toBe(200)
    expect(get(calendar, '/calendar?month=never').status).toBe(404)
    expect(get(siteWith('endless-path'), `/gallery/${'photos/'.repeat(50)}`).status).toBe(200)
    expect(get(siteWith('facets'), '/browse?sort=old&topic=storm&view=grid').text).toContain(
      '/browse?sort=old',
    )
    expect(web.truth(`http://${calendar.host}/calendar?month=2025-12`)).toMatchObject({
      kind: 'other',
      relevant: false,
    })
  })

  it('fails in the ways servers fail', () => {
    expect(get(siteWith('gone'), '/removed/3').status).toBe(410)
    expect(get(press.sites[0]!, '/removed/3').status).toBe(404)
    expect(get(siteWith('soft-404'), '/no/such/page').status).toBe(200)
    expect(get(siteWith('slow'), '/').delayMs).toBeGreaterThan(1000)
    expect(get(siteWith('facets'), '/data/all-stories.html').body.length).toBeGreaterThan(2_000_000)
  })

  it('has files that are not pages', () => {
    expect(get(press.sites[0]!, '/static/img/3.jpg').header('Content-Type')).toBe('image/jpeg')
    expect(get(press.sites[0]!, '/static/doc/3.pdf').text).toMatch(/^%PDF/)
    expect(web.truth(`http://${press.sites[0]!.host}/static/doc/3.pdf`)).toBeNull()
  })
})
