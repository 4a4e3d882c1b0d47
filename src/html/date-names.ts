import { memoize } from '../cache/memo.ts'
import { createRootFinder } from '../text/root-finder.ts'

/** What a date refers to, according to the name of its element. */
export type DateRole = 'published' | 'modified' | 'unclear'

/** What a name indicates about a date; rank 0 is unambiguous, higher ranks are weaker. */
export interface DateName {
  readonly role: DateRole
  readonly rank: number
}

/** Names of publication times in common vocabularies and tools, without separators. */
const KNOWN_META = new Set([
  'articlepublishedtime',
  'articlepublished',
  'ogarticlepublishedtime',
  'ogpublishedtime',
  'datepublished',
  'parselypubdate',
  'citationpublicationdate',
  'citationonlinedate',
  'citationdate',
  'dctermsissued',
  'dcdateissued',
  'dctermsavailable',
  'prismpublicationdate',
  'sailthrudate',
  'cxenseparserecspublishtime',
  'pubdate',
  'publishdate',
  'publisheddate',
  'publicationdate',
  'publishtime',
  'publishedtime',
  'rnewsdatepublished',
  'btpubdate',
  'vrpublishedtime',
  'mediatorpublishedtime',
  'dcsextarticlefirstpublished',
  'originalpublicationdate',
  'articledateoriginal',
])
const WEAK_META = new Set([
  'date',
  'dcdate',
  'dctermsdate',
  'dcdatecreated',
  'dctermscreated',
  'dccreated',
  'created',
])

const NOT_PUBLICATION =
  /expir|event|start|end(?:date|time)|until|birth|death|valid|copyright|review|crawl|fetch|unavailable|embargo|build|version|deploy|founding|viewport|format/
const MODIFIED = /modif|updat|revis|lastmod|changed|edited|aktualis|aenderung|änderung/
const PUBLISHED =
  /publi(?:sh|c|e|k|zier)|pubdate|pubtime|posted|postdate|issued|release|create|veroeffentlich|veröffentlich|firstpub/
const DATED =
  /date(?!base|n\b)|datum|fecha|(?:^|[^a-z])data(?:$|[^a-z])|timestamp|zeit|dato\b|datetime|日期|时间/

/** What a meta name, property or itemprop indicates; null when it is not a date of publication or change. */
export function metaDateName(name: string): DateName | null {
  return name.length > MAX_META_LENGTH ? null : metas(name)
}

function readMetaName(name: string): DateName | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  if (plain.length > 60) return null
  if (KNOWN_META.has(plain)) return { role: 'published', rank: 0 }
  if (NOT_PUBLICATION.test(plain)) return null
  if (MODIFIED.test(plain)) return { role: 'modified', rank: 0 }
  if (WEAK_META.has(plain)) return { role: 'published', rank: 1 }
  if (PUBLISHED.test(plain) && /date|time|at$|on$/.test(plain)) return { role: 'published', rank: 1 }
  if (/date$|timestamp$/.test(plain)) return { role: 'unclear', rank: 2 }
  return null
}

/** Longer values are not names. */
const MAX_META_LENGTH = 160
const metas = memoize(2_048, readMetaName)

/** One of these is part of every pattern below; most names contain none. */
const ROOTS =
  'dat tim publi stamp zeit fecha modif revis chang edit aktual nderung post issue release creat veröff byline meta author autor info submit kicker credit detail 日期 时间'.split(
    ' ',
  )
const ANY_PROMISE = new RegExp(ROOTS.join('|'))

/** Whether class and id, in any case, may indicate a date: a cheap test before `elementDateName`. */
export const mayBeDateName = createRootFinder(ROOTS)

const BYLINE = /byline|meta(?!l)|author|info|submitted|kicker|credits?|details|autor|dateline|stamp/

/** What class and id, in lower case, indicate about a date in the element. */
export function elementDateName(names: string): DateName | null {
  if (!ANY_PROMISE.test(names)) return null
  const lower = names.replace('status-publish', '')
  if (/updatable|update-?(?:button|link)|candidate|mandate|upload/.test(lower)) return null
  const published = PUBLISHED.test(lower.replace(/[-_]/g, ''))
  const dated = DATED.test(lower) || /(?:^|[^a-z])time(?:$|[^a-z])/.test(lower)
  if (MODIFIED.test(lower) && !published) return { role: 'modified', rank: 0 }
  if (NOT_PUBLICATION.test(lower) && !published) return null
  if (published && (dated || /(?:^|[^a-z])publi(?:shed|cado|cation|kation)/.test(lower)))
    return { role: 'published', rank: 0 }
  if (/(?:entry|post|article|news|story|artikel|beitrag|blog)[-_]{0,2}(?:date|datum|time)/.test(lower)) {
    return { role: 'published', rank: 0 }
  }
  if (dated) return { role: 'unclear', rank: 1 }
  if (published || BYLINE.test(lower)) return { role: 'unclear', rank: 2 }
  return null
}
