import { attributeBits } from '../html/attribute-filter.ts'
import type { ElementKind } from '../html/element-kind.ts'
import type { ElementNames } from '../html/element-names.ts'
import { VOID } from '../html/elements.ts'
import { type Attributes, type MarkupListener, parseMarkup } from '../html/markup.ts'
import type { PageReading } from '../model/page.ts'

/** Letters of a few sentences: an article has them, a page that waits for its scripts has a heading and a spinner. */
const LITTLE_MAIN = 300
/** Letters of the whole page from which it is complete, if only a list of links. */
const LITTLE_TEXT = 1_000
/** Letters of a page with nothing but a name. */
const NEXT_TO_NOTHING = 30
/** Inline scripts so many times larger than the text are an application. Counters and consent banners stay below `PROGRAM`. */
const SCRIPT_SHARE = 10
const PROGRAM = 4_000
/** Only the start of the page is examined; the rest is data. */
const LOOKED_AT = 1_000_000
const LIMITS = {
  depth: 512,
  attributes: 20,
  attribute: 200,
  xml: false,
  filter: attributeBits([[1, 'id src type']]),
}

/** Root elements of common frameworks, which scripts fill. */
const ROOTS = new Set([
  ...['root', 'app', 'app-root', 'application', 'react-root', 'svelte', 'mount', 'spa', 'q-app'],
  ...['__next', '__nuxt', '___gatsby', '__layout', 'ember-app', 'main-app', 'page-root'],
])
const PROGRAM_TYPES = /^(?:|module|text\/(?:javascript|babel)|application\/(?:x-)?javascript)$/

/**
 * Whether a page must be rendered before it can be read: it has hardly any text, and signs that scripts supply it. Parses the markup only
 * when there is little text.
 */
export function needsBrowser(reading: PageReading, body: Uint8Array): boolean {
  if (reading.form !== 'page') return false
  const [main, text] = [letters(reading.mainText, LITTLE_MAIN), letters(reading.text, LITTLE_TEXT)]
  if (main >= LITTLE_MAIN || text >= LITTLE_TEXT) return false
  const { scripts, scriptText, notice, emptyRoot } = signsIn(body)
  if (scripts === 0) return false
  const isProgram = scriptText > PROGRAM && scriptText > SCRIPT_SHARE * text
  return emptyRoot || notice || isProgram || text < NEXT_TO_NOTHING
}

/** Whether the rendered page has lost maxLetters of the text: a script failed, or an overlay hides it. */
export function isPoorer(drawn: PageReading, plain: PageReading): boolean {
  const maxLetters = 20_000
  return letters(drawn.text, maxLetters) < letters(plain.text, maxLetters) / 2
}

/** Letters and digits, up to a limit; a character of a script without spaces counts as three. */
function letters(text: string, maxLetters: number): number {
  let count = 0
  for (const [run] of text.slice(0, 4 * maxLetters).matchAll(/[\p{L}\p{N}]{1,64}/gu)) {
    const dense = run.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu,
    )
    count += run.length + 2 * (dense?.length ?? 0)
    if (count >= maxLetters) return count
  }
  return count
}

interface Signs {
  /** Scripts, linked or inline. */
  readonly scripts: number
  /** Characters of inline scripts and their data. */
  readonly scriptText: number
  /** A message for readers without scripts. */
  readonly notice: boolean
  readonly emptyRoot: boolean
}

function signsIn(body: Uint8Array): Signs {
  const listener = new SignListener()
  // Only names and lengths matter, which are ASCII in every encoding in use.
  parseMarkup(
    Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, LOOKED_AT)).toString('latin1'),
    listener,
    LIMITS,
  )
  return listener
}

class SignListener implements MarkupListener {
  scripts = 0
  scriptText = 0
  notice = false
  emptyRoot = false
  #content = 0
  #inScript = false
  #noscript = 0
  readonly #roots: number[] = []
  readonly #isRoot: boolean[] = []

  open(
    tag: string,
    attributes: Attributes,
    _at: number,
    _kind: ElementKind,
    _has: number,
    names: ElementNames,
  ): void {
    if (VOID_CONTENT.has(tag)) this.#content++
    if (VOID.has(tag)) return
    this.#inScript = tag === 'script'
    if (this.#inScript && PROGRAM_TYPES.test(attributes.type?.trim().toLowerCase() ?? '')) this.scripts++
    if (tag === 'noscript') this.#noscript++
    const isRoot = ROOTS.has(names.text.toLowerCase()) || isCustom(tag)
    this.#isRoot.push(isRoot)
    if (isRoot) this.#roots.push(this.#content)
  }

  text(data: string): void {
    if (this.#inScript) this.scriptText += data.length
    else if (this.#noscript > 0) this.notice ||= /javascript/i.test(data)
    else if (data.trim() !== '') this.#content++
  }

  close(tag: string): void {
    if (tag === 'script') this.#inScript = false
    if (tag === 'noscript') this.#noscript--
    if (this.#isRoot.pop() && this.#roots.pop() === this.#content) this.emptyRoot = true
  }
}

const VOID_CONTENT = new Set(['img', 'input', 'embed'])
const isCustom = (tag: string): boolean => /^[a-z][a-z0-9]{0,40}-[a-z0-9-]{1,60}$/.test(tag)
