import { type DateName, metaDateName } from '../html/date-names.ts'
import { ElementNames, NO_ATTRIBUTES, namesOf, propertyOf } from '../html/element-names.ts'
import { PAGE, type Region, type RegionContext, regionOf } from '../html/page-region.ts'
import { marksOfText } from '../text/text-marks.ts'
import { BlockText } from './block-text.ts'
import { linkedDataDates, scriptDates } from './data-dates.ts'
import { DocumentTitle } from './document-title.ts'
import type { DateHint, DateHints, HintKind } from './hint.ts'

/** Listens to a SAX pass; bounded in memory whatever the page holds. Script text must be passed to `text` as well. */
export interface DateHintCollector {
  /** `names` (id and class) and `property` are given if already known. */
  open(
    tag: string,
    attributes: Readonly<Record<string, string>>,
    names?: ElementNames,
    property?: string,
  ): void
  /** `marks` of the text, if already known. */
  text(data: string, marks?: number): void
  close(tag: string): void
  hints(): DateHints
}

/** A collector for one page. */
export function createDateHintCollector(url: string): DateHintCollector {
  return new Collector(url)
}

/** Maximum number of hints; a page with more is a list. */
const MAX_HINTS: Readonly<Record<HintKind, number>> = {
  'json-ld': 60,
  script: 30,
  microdata: 30,
  meta: 40,
  time: 60,
  named: 80,
  text: 120,
}
/** Asides may come first, and must not use up the limit. */
const MARGIN_SHARE = 0.4
/** Elements nested deeper than this are read as part of their ancestor. */
const MAX_DEPTH = 400
/** Of larger scripts, which are code, only the start is read. */
const MAX_SCRIPT = 400_000
/** All script text of a page together. */
const MAX_SCRIPTS = 1_500_000
/** Longer elements hold more than a date. */
const MAX_ELEMENT_TEXT = 240
const MAX_VALUE = 500
const MAX_NAME = 80

/** Properties of tags as bits; most have none. */
const BLOCK = 1
const INVISIBLE = 2
/** Needs handling when it opens or closes. */
const SPECIAL = 4
const KINDS = kindsOf([
  [
    BLOCK,
    'address article aside blockquote body br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
      'hr li main nav ol option p pre section table tbody td th thead tr ul',
  ],
  [INVISIBLE, 'script style noscript template svg select textarea iframe title'],
  [SPECIAL, 'meta script html title h1'],
])
/** Descriptions of the page: a date in them is more likely its own than one in the text. */
const SUMMARIES = new Set(['description', 'og:title', 'og:description'])
/** Attributes in which an element states its date for machines. */
const MACHINE_DATES = [
  'datetime',
  'content',
  'data-datetime',
  'data-timestamp',
  'data-utime',
  'data-date',
  'data-time',
]
/** What every complete date holds: a year of four digits or a numeric date with one of two, in any script's digits. */
const DATELIKE =
  /(?:19|20|25)\d\d|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d\d|[年년]|[٠-٩۰-۹०-९০-৯๐-๙０-９]{2}|['’]\d\d(?!\d)/
const UNNAMED_TIME: DateName = { role: 'unclear', rank: 1 }
const MARKED_TIME: DateName = { role: 'published', rank: 0 }

interface Frame {
  readonly tag: string
  readonly kind: number
  readonly names: ElementNames
  readonly capture: Capture | null
  /** Computed when a date is found inside, which is rare. */
  standing: RegionContext | null
}

/** A dated element that is still open. */
interface Capture {
  readonly kind: HintKind
  readonly promise: DateName
  readonly name: string
  readonly stated: string
  readonly at: number
  text: string
}

class Collector implements DateHintCollector {
  readonly #url: string
  readonly #hints: DateHint[] = []
  readonly #counts = new Map<string, number>()
  readonly #stack: Frame[] = []
  readonly #captures: Capture[] = []
  readonly #block = new BlockText()
  readonly #title = new DocumentTitle()
  #language = ''
  #titleAt: number | null = null
  /** Characters of visible text so far. */
  #at = 0
  #deeper = 0
  #unseen = 0
  #script: { readonly linked: boolean; text: string } | null = null
  #scripts = 0
  /** Text arrives in pieces, also split at entities: only a tag separates words. */
  #boundary = false

  constructor(url: string) {
    this.#url = url
  }

  open(
    tag: string,
    attributes: Readonly<Record<string, string>>,
    names = new ElementNames(namesOf(attributes)),
    property = propertyOf(attributes),
  ): void {
    this.#boundary = true
    const kind = KINDS.get(tag) ?? 0
    if (kind & BLOCK) this.#flush()
    if (this.#stack.length >= MAX_DEPTH) {
      this.#deeper++
      return
    }
    const hidden = this.#unseen > 0 || tag === 'meta'
    const capture = hidden ? null : this.#captureFor(tag, attributes, names, property)
    this.#stack.push({ tag, kind, names, capture, standing: null })
    if (capture) this.#captures.push(capture)
    if (kind & INVISIBLE) this.#unseen++
    if (kind & SPECIAL) this.#openSpecial(tag, attributes)
  }

  text(data: string, marks = marksOfText(data)): void {
    if (this.#script) {
      this.#scriptText(this.#script, data)
      return
    }
    if (this.#title.open) this.#title.text(data)
    if (this.#unseen > 0) return
    this.#at += data.length
    const gap = this.#boundary ? ' ' : ''
    this.#boundary = false
    for (let i = 0; i < this.#captures.length; i++) {
      const capture = this.#captures[i]
      if (capture && capture.text.length < MAX_ELEMENT_TEXT)
        capture.text += gap + data.slice(0, MAX_ELEMENT_TEXT)
    }
    this.#block.append(gap, data, marks)
  }

  close(tag: string): void {
    this.#boundary = true
    const top = this.#stack.at(-1)
    const isTop = top?.tag === tag
    const kind = isTop ? top.kind : (KINDS.get(tag) ?? 0)
    if (kind & BLOCK) this.#flush()
    if (kind & SPECIAL) this.#closeSpecial(tag)
    if (this.#deeper > 0) {
      this.#deeper--
      return
    }
    if (isTop) {
      this.#closeTop()
      return
    }
    const index = this.#stack.findLastIndex((frame) => frame.tag === tag)
    if (index === -1) return
    while (this.#stack.length > index) this.#closeTop()
  }

  hints(): DateHints {
    this.#flush()
    while (this.#stack.length > 0) this.#closeTop()
    return { url: this.#url, language: this.#language, hints: this.#hints, titleAt: this.#titleAt }
  }

  #openSpecial(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'meta') this.#readMeta(attributes)
    else if (tag === 'script') {
      const linked = (attributes.type ?? '').toLowerCase().includes('ld+json')
      if (this.#scripts < MAX_SCRIPTS && !attributes.src) this.#script = { linked, text: '' }
    } else if (tag === 'html') this.#language = (attributes.lang ?? attributes['xml:lang'] ?? '').slice(0, 20)
    else if (tag === 'title') this.#title.start()
    else if (tag === 'h1') {
      this.#freeAncestors()
      this.#titleAt ??= this.#at
    }
  }

  #closeSpecial(tag: string): void {
    if (tag === 'script') this.#readScript()
    else if (tag === 'title' && this.#title.open) this.#readTitle()
  }

  #captureFor(
    tag: string,
    attributes: Readonly<Record<string, string>>,
    names: ElementNames,
    property: string,
  ): Capture | null {
    if (property) {
      const promise = metaDateName(property)
      if (promise) return this.#capture('microdata', promise, property, attributes)
    }
    const named = names.promise
    if (tag === 'time') {
      const promise = attributes.pubdate === undefined ? (named ?? UNNAMED_TIME) : MARKED_TIME
      return this.#capture('time', promise, `time ${names.text}`.trim(), attributes)
    }
    if (tag === 'abbr' && attributes.title) return this.#capture('named', UNNAMED_TIME, 'abbr', attributes)
    if (named === null || tag === 'html' || tag === 'body') return null
    return this.#capture('named', named, names.text, attributes)
  }

  #capture(
    kind: HintKind,
    promise: DateName,
    name: string,
    attributes: Readonly<Record<string, string>>,
  ): Capture {
    return { kind, promise, name, stated: statedDate(attributes), at: this.#at, text: '' }
  }

  #closeTop(): void {
    const frame = this.#stack.at(-1)
    if (!frame) return
    if (frame.capture) this.#closeCapture(frame.capture)
    this.#stack.pop()
    if (frame.kind & INVISIBLE) this.#unseen--
  }

  #closeCapture(capture: Capture): void {
    const { kind, promise, name, stated, at, text } = capture
    const index = this.#captures.lastIndexOf(capture)
    if (index !== -1) this.#captures.splice(index, 1)
    const value = /\d/.test(stated) ? stated : DATELIKE.test(text) ? text.trim() : ''
    if (value)
      this.#add({ kind, role: promise.role, rank: promise.rank, name, value, region: this.#region(), at })
  }

  #flush(): void {
    const block = this.#block
    const { at } = block
    if (block.length === 0) {
      block.at = this.#at
      return
    }
    const { end, hasDigit } = block
    const start = hasDigit || (block.hasWords && this.#title.mayStandIn(block.length)) ? block.start() : ''
    block.clear(this.#at)
    if (this.#title.isHeading(start)) {
      this.#titleAt = at
      this.#freeAncestors()
    }
    if (!hasDigit) return
    if (DATELIKE.test(start)) this.#addText('text', start, at)
    if (end !== '' && DATELIKE.test(end)) this.#addText('end of a paragraph', end, at)
  }

  #addText(name: string, value: string, at: number): void {
    const rank = name === 'title' || name === 'description' ? 1 : 0
    this.#add({ kind: 'text', role: 'unclear', rank, name, value: value.trim(), region: this.#region(), at })
  }

  /** The region of the innermost open element. */
  #region(): Region {
    return this.#standing().region
  }

  #standing(): RegionContext {
    let known = this.#stack.length - 1
    while (known >= 0 && !this.#stack[known]?.standing) known--
    let standing = this.#stack[known]?.standing ?? PAGE
    for (const frame of this.#stack.slice(known + 1)) {
      standing = regionOf(frame.tag, frame.names.part, standing)
      frame.standing = standing
    }
    return standing
  }

  /** Whatever its name, an element with the main heading is not an aside. */
  #freeAncestors(): void {
    this.#standing()
    for (const frame of this.#stack)
      frame.standing = { region: 'main', inArticle: frame.standing?.inArticle ?? false }
  }

  #readMeta(attributes: Readonly<Record<string, string>>): void {
    const value = attributes.content
    const name = attributes.property ?? attributes.name ?? attributes.itemprop ?? attributes['http-equiv']
    if (!value || !name || !/\d/.test(value)) return
    if (SUMMARIES.has(name.toLowerCase()) && DATELIKE.test(value))
      this.#addText('description', value, this.#at)
    const promise = metaDateName(name)
    if (!promise) return
    const kind = attributes.itemprop && !attributes.name && !attributes.property ? 'microdata' : 'meta'
    const { role, rank } = promise
    this.#add({ kind, role, rank, name, value, region: this.#region(), at: this.#at })
  }

  #readTitle(): void {
    const title = this.#title.end()
    if (DATELIKE.test(title)) this.#addText('title', title, this.#at)
  }

  #scriptText(script: { text: string }, data: string): void {
    const room = Math.min(MAX_SCRIPT - script.text.length, MAX_SCRIPTS - this.#scripts)
    if (room <= 0) return
    script.text += data.slice(0, room)
    this.#scripts += Math.min(data.length, room)
  }

  #readScript(): void {
    const script = this.#script
    this.#script = null
    if (!script) return
    const dates = script.linked ? linkedDataDates(script.text, this.#url) : scriptDates(script.text)
    const kind = script.linked ? 'json-ld' : 'script'
    for (const { key, role, value, rank, type } of dates) {
      this.#add({
        kind,
        role,
        rank,
        name: type ? `${type} ${key}` : key,
        value,
        region: 'main',
        at: this.#at,
      })
    }
  }

  #add(hint: DateHint): void {
    const group = `${hint.kind} ${hint.region}`
    const count = this.#counts.get(group) ?? 0
    if (count >= MAX_HINTS[hint.kind] * (hint.region === 'main' ? 1 : MARGIN_SHARE)) return
    this.#counts.set(group, count + 1)
    this.#hints.push({ ...hint, name: hint.name.slice(0, MAX_NAME), value: hint.value.slice(0, MAX_VALUE) })
  }
}

function statedDate(attributes: Readonly<Record<string, string>>): string {
  if (attributes === NO_ATTRIBUTES) return ''
  const key = MACHINE_DATES.find((candidate) => /\d{4}/.test(attributes[candidate] ?? '')) ?? 'title'
  return attributes[key] ?? ''
}

function kindsOf(kinds: readonly (readonly [bit: number, tags: string])[]): ReadonlyMap<string, number> {
  const bits = new Map<string, number>()
  for (const [bit, tags] of kinds)
    for (const tag of tags.split(' ')) bits.set(tag, (bits.get(tag) ?? 0) | bit)
  return bits
}
