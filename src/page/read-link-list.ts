import { xmlRoot } from '../html/xml-prolog.ts'
import { readJsonFeed } from './feed-json.ts'
import { readXmlFeed } from './feed-xml.ts'
import type { ReadingLimits } from './limits.ts'
import type { LinkList } from './link-list.ts'
import { listKindOf, type MediaKind } from './media-type.ts'
import { readSitemap, readTextSitemap } from './sitemap.ts'

/**
 * Reads a feed or sitemap, recognized by its content; null for other documents, with the name of the root
 * element if there is one.
 */
export function readLinkList(
  text: string,
  kind: MediaKind,
  base: string | undefined,
  limits: ReadingLimits,
): { readonly list: LinkList | null; readonly root: string | null } {
  const root = xmlRoot(text)
  if (!root) {
    const json = kind === 'json' || /^\s*\{/.test(text.slice(0, 100))
    if (json) return { list: readJsonFeed(text, base, limits), root: null }
    return { list: kind === 'html' || kind === 'xhtml' ? null : readTextSitemap(text, limits), root: null }
  }
  const listed = listKindOf(root.name)
  if (listed === 'feed') return { list: readXmlFeed(text, root.at, base, limits), root: root.name }
  const list = listed === 'sitemap' ? readSitemap(text, root.at, base, limits) : null
  return { list, root: root.name.toLowerCase() }
}
