import type { WebResponse } from '../web.ts'
import { articleUrl, atPosition } from './addresses.ts'
import { AD_HOST, SHARE_HOST, SHORTENER } from './links.ts'
import type { Press } from './press.ts'
import { html, missing, redirect } from './responses.ts'
import { movedHost } from './sites.ts'

function shortened(press: Press, path: string): WebResponse {
  if (path === '/loop-a') return redirect(302, `http://${SHORTENER}/loop-b`)
  if (path === '/loop-b') return redirect(302, `http://${SHORTENER}/loop-a`)
  const match = /^\/(r\/)?([0-9a-z]{1,3})-([0-9a-z]{1,6})$/.exec(path)
  if (!match) return missing(404)
  const site = press.sites[Number.parseInt(match[2]!, 36)]
  const position = Number.parseInt(match[3]!, 36)
  const article = site && atPosition(press, site, position)
  if (!article) return missing(410)
  if (!match[1] && position % 4 === 0) return redirect(302, `http://${SHORTENER}/r/${match[2]}-${match[3]}`)
  const url = articleUrl(press, article)
  const old = movedHost(article.site)
  return redirect(301, old && position % 3 === 0 ? url.replace(article.site.host, old) : url)
}

const SMALL_PAGE =
  '<!DOCTYPE html><html lang="en"><head><title>Chatterbox</title></head><body><p>Sign in to share.</p></body></html>'
const SHOP_PAGE =
  '<!DOCTYPE html><html lang="en"><head><title>Great offers</title></head><body><p>Raincoats, lamps and boots: storm of savings!</p></body></html>'

/** Hosts that are not news sites: a link shortener (with chains and a loop), advertising, sharing. */
export function serviceResponse(press: Press, url: URL): WebResponse | null {
  if (url.hostname === SHORTENER) return shortened(press, url.pathname)
  if (url.hostname === AD_HOST) {
    return url.pathname === '/click' ? redirect(302, 'http://shop.trackwell.test/') : missing(404)
  }
  if (url.hostname === 'shop.trackwell.test') return html(SHOP_PAGE)
  if (url.hostname === SHARE_HOST) return html(SMALL_PAGE)
  return null
}
