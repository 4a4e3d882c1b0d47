import { attributeBits } from '../html/attribute-filter.ts'
import type { ElementKind } from '../html/element-kind.ts'
import { type ElementNames, propertyOf } from '../html/element-names.ts'
import { type Attributes, type MarkupListener, parseMarkup } from '../html/markup.ts'
import { isInvisible, type Paint, PLAIN, paintInside } from '../html/paint.ts'
import type { TagGroup } from '../model/page.ts'
import { BlockTree } from './block-tree.ts'
import { HeadReader } from './head.ts'
import type { ReadingLimits } from './limits.ts'
import { type Division, LinkCollector } from './links.ts'
import type { GroupRun } from './tag-groups.ts'
import { VisibleText } from './visible-text.ts'

// Attributes of interest as bits: most elements have none, which takes one test.
const CLASS = 1
const ID = 2
const PROPERTY = 4
const STYLE = 8
const COLOUR = 16
const HIDING = 32
/** Attributes that matter only on some elements. */
const ADDRESS = 64
const DESCRIBED = 128
const OTHER = 256

/** All attributes that are read, including those for `src/time`. */
export const READ_ATTRIBUTES = attributeBits([
  [CLASS, 'class'],
  [ID, 'id'],
  [PROPERTY, 'itemprop property'],
  [STYLE, 'style'],
  [COLOUR, 'color bgcolor'],
  [HIDING, 'hidden open'],
  [ADDRESS, 'href'],
  [DESCRIBED, 'rel title alt aria-label'],
  [OTHER, 'role type lang xml:lang shadowrootmode src name content http-equiv'],
  [OTHER, 'pubdate datetime data-datetime data-timestamp data-utime data-date data-time'],
])

/** Another listener of the same pass, which also receives hidden parts and scripts. */
export interface MarkupObserver {
  /** `property` is the microdata or RDFa property. */
  open(tag: string, attributes: Attributes, names: ElementNames, property: string): void
  /** `marks` are the properties of the text, as in src/text/text-marks.ts. */
  text(data: string, marks: number): void
  close(tag: string): void
}

/** What one pass over the markup collects. */
export interface HtmlReading {
  readonly head: HeadReader
  readonly visible: VisibleText
  readonly tree: BlockTree
  readonly links: LinkCollector
  readonly runs: readonly GroupRun[]
  /** JSON-LD scripts. */
  readonly structured: readonly string[]
  readonly truncated: boolean
}

/** Reads HTML in one pass. */
export function readHtml(
  html: string,
  xml: boolean,
  limits: ReadingLimits,
  observer?: MarkupObserver,
): HtmlReading {
  const listener = new PageListener(limits, observer)
  const truncated = parseMarkup(html, listener, { ...limits, xml, filter: READ_ATTRIBUTES })
  listener.end()
  return {
    ...listener.parts,
    truncated: truncated || listener.parts.visible.truncated || listener.parts.links.truncated,
  }
}

interface OpenElement {
  readonly unseen: boolean
  readonly block: boolean
  readonly link: boolean
  /** State to restore after the element. */
  readonly division: Division
  readonly group: TagGroup
  readonly paint: Paint
}

/** Longer linked data is a catalogue, not a description of the page. */
const STRUCTURED_LIMIT = 400_000
const STRUCTURED_SCRIPTS = 20

/** Includes elements moved out of the window to the left or top by a thousand pixels or more. */
const HIDING_STYLE =
  /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|(?:left|top)\s{0,9}:\s{0,9}-\d{4,6}px/i

class PageListener implements MarkupListener {
  readonly parts: {
    head: HeadReader
    visible: VisibleText
    tree: BlockTree
    links: LinkCollector
    runs: GroupRun[]
    structured: string[]
  }
  readonly #observer: MarkupObserver | undefined
  readonly #stack: OpenElement[] = []
  readonly #phrase: number
  #unseen = 0
  #foreign = 0
  #inTitle = false
  #inStructured = false
  #titleTaken = false
  #group: TagGroup = 'other'
  #paint: Paint = PLAIN
  #division: Division = { start: 0, end: 0, parent: null, isDiv: true }
  readonly #root = this.#division

  constructor(limits: ReadingLimits, observer: MarkupObserver | undefined) {
    this.#observer = observer
    this.#phrase = limits.phrase * 8
    this.parts = {
      head: new HeadReader(limits.phrase),
      visible: new VisibleText(limits.text),
      tree: new BlockTree(),
      links: new LinkCollector(limits),
      runs: [],
      structured: [],
    }
  }

  open(
    tag: string,
    attributes: Attributes,
    at: number,
    kind: ElementKind,
    has: number,
    names: ElementNames,
  ): void {
    const property = (has & PROPERTY) === 0 ? '' : propertyOf(attributes)
    this.#observer?.open(tag, attributes, names, property)
    this.parts.head.open(tag, attributes)
    if (!kind.isVoid) {
      this.#openElement(kind, attributes, names.text, at, has)
      return
    }
    this.#openVoid(tag, attributes, at, has)
    this.#observer?.close(tag)
  }

  text(data: string, marks: number): void {
    this.#observer?.text(data, marks)
    const { head, visible, tree, links, runs, structured } = this.parts
    if (this.#inStructured && data.length < STRUCTURED_LIMIT && structured.length < STRUCTURED_SCRIPTS) {
      structured.push(data)
    }
    if (this.#inTitle && head.title.length < this.#phrase) head.title += data
    if (this.#unseen > 0 || isInvisible(this.#paint)) return
    const newLine = visible.atLineStart
    const start = visible.append(data, marks)
    if (start < 0) return
    const end = visible.length
    tree.text(start, end, newLine, links.inLink)
    const run = runs.at(-1)
    if (run && run.group === this.#group && !newLine) run.end = end
    else runs.push({ group: this.#group, start, end })
  }

  close(tag: string, kind: ElementKind): void {
    this.#observer?.close(tag)
    const element = this.#stack.pop()
    if (!element) return
    if (kind.isForeign) this.#foreign--
    this.#inStructured = false
    if (tag === 'title' && this.#inTitle) {
      this.#inTitle = false
      this.#titleTaken = this.parts.head.title.trim() !== ''
    }
    if (element.link) this.parts.links.close(this.parts.visible.length)
    if (element.unseen) this.#unseen--
    if (element.block) {
      this.parts.tree.close()
      this.parts.visible.breakLine()
    }
    if (this.#division !== element.division) {
      this.#division.end = this.parts.visible.length
      this.#division = element.division
    }
    this.#group = element.group
    this.#paint = element.paint
  }

  end(): void {
    this.#root.end = this.parts.visible.length
  }

  #openElement(kind: ElementKind, attributes: Attributes, names: string, at: number, has: number): void {
    const tag = kind.name
    const { visible, tree, links } = this.parts
    const division = this.#division
    const group = this.#group
    const paint = this.#paint
    if ((has & (STYLE | COLOUR)) !== 0) this.#paint = paintInside(paint, attributes)
    const unseen = (kind.isUnseen && !isShadow(tag, attributes)) || isHidden(tag, attributes, has)
    if (unseen) this.#unseen++
    const seen = this.#unseen === 0
    const block = seen && kind.isBlock
    if (block) {
      visible.breakLine()
      tree.open(tag, attributes, names)
    }
    if (seen) {
      if (kind.isDivision) {
        const { length } = visible
        this.#division = { start: length, end: length, parent: division, isDiv: tag === 'div' }
      }
      this.#group = groupInside(group, kind.group)
    }
    const link = seen && tag === 'a' && links.open(tag, attributes, this.#place(at), (has & DESCRIBED) !== 0)
    this.#stack.push({ unseen, block, link, division, group, paint })
    if (kind.isForeign) this.#foreign++
    this.#inStructured = tag === 'script' && attributes.type?.trim().toLowerCase() === 'application/ld+json'
    if (tag === 'title') this.#inTitle = this.#foreign === 0 && !this.#titleTaken
  }

  #openVoid(tag: string, attributes: Attributes, at: number, has: number): void {
    if (tag === 'link') this.parts.links.open(tag, attributes, this.#place(at))
    if (this.#unseen > 0 || isHidden(tag, attributes, has)) return
    if (tag === 'br' || tag === 'hr') this.parts.visible.breakLine()
    else if (tag === 'img') this.parts.links.image(attributes, this.parts.visible.length)
    else if (tag === 'area' || tag === 'frame') this.parts.links.open(tag, attributes, this.#place(at))
  }

  #place(at: number) {
    const { visible } = this.parts
    return { start: visible.length, startsLine: visible.atLineStart, division: this.#division, at }
  }
}

/** The innermost element of OA table 2 decides, except that bold words in a heading count as heading. */
function groupInside(around: TagGroup, own: TagGroup | undefined): TagGroup {
  const inHeading = around === 'head' || around === 'heading'
  return own === undefined || (inHeading && own === 'emphasis') ? around : own
}

/** A declarative shadow tree is shown in place of its host's content. */
function isShadow(tag: string, attributes: Attributes): boolean {
  return tag === 'template' && attributes.shadowrootmode !== undefined
}

/** Hidden by attribute or inline style; except `html` and `body`, which are shown by scripts later. */
function isHidden(tag: string, attributes: Attributes, has: number): boolean {
  if ((has & (HIDING | STYLE)) === 0) return tag === 'dialog'
  if (tag === 'body' || tag === 'html') return false
  if (attributes.hidden !== undefined) return true
  if (tag === 'dialog' && attributes.open === undefined) return true
  return attributes.style !== undefined && HIDING_STYLE.test(attributes.style)
}
