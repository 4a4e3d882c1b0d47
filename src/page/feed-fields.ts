/** The meaning of a feed element. If several are present, the lowest rank counts. */
export interface FieldRule {
  readonly field: 'title' | 'summary' | 'date' | 'link' | 'id' | 'language'
  readonly rank: number
}

const rule = (field: FieldRule['field'], rank: number): FieldRule => ({ field, rank })

/**
 * Elements of an entry. A summary is shorter than the content and has the same meaning; publication dates
 * rank before dates of changes.
 */
export const ENTRY_FIELDS: ReadonlyMap<string, FieldRule> = new Map([
  ['title', rule('title', 0)],
  ['dc:title', rule('title', 1)],
  ['media:title', rule('title', 2)],
  ['description', rule('summary', 0)],
  ['summary', rule('summary', 0)],
  ['content', rule('summary', 1)],
  ['content:encoded', rule('summary', 1)],
  ['body', rule('summary', 2)],
  ['xhtml:body', rule('summary', 2)],
  ['dc:description', rule('summary', 2)],
  ['media:description', rule('summary', 3)],
  ['itunes:summary', rule('summary', 3)],
  ['pubdate', rule('date', 0)],
  ['published', rule('date', 0)],
  ['issued', rule('date', 0)],
  ['dc:date', rule('date', 1)],
  ['dcterms:issued', rule('date', 1)],
  ['dcterms:created', rule('date', 2)],
  ['created', rule('date', 2)],
  ['updated', rule('date', 3)],
  ['modified', rule('date', 3)],
  ['dcterms:modified', rule('date', 3)],
  // Click trackers replace the link; this element has the original.
  ['feedburner:origlink', rule('link', 0)],
  ['link', rule('link', 1)],
  ['guid', rule('id', 0)],
  ['id', rule('id', 0)],
])

/** Elements of the feed itself. */
export const FEED_FIELDS: ReadonlyMap<string, FieldRule> = new Map([
  ['title', rule('title', 0)],
  ['dc:title', rule('title', 1)],
  ['description', rule('summary', 0)],
  ['subtitle', rule('summary', 0)],
  ['tagline', rule('summary', 0)],
  ['dc:description', rule('summary', 1)],
  ['language', rule('language', 0)],
  ['dc:language', rule('language', 1)],
  ['link', rule('link', 1)],
])

/**
 * Elements that are entries, that contain the fields of an entry, and that contain those of the feed, in RSS
 * and Atom.
 */
export const ENTRY_ELEMENTS: ReadonlySet<string> = new Set(['item', 'entry'])
export const ENTRY_PARTS: ReadonlySet<string> = new Set(['item', 'entry', 'media:group'])
export const FEED_ELEMENTS: ReadonlySet<string> = new Set(['channel', 'feed'])
/** Atom declares the type of its texts; in RSS they are usually escaped HTML. */
export const ATOM_ELEMENTS: ReadonlySet<string> = new Set(['feed', 'entry'])
