import { isUnspaced } from '../../text/tokens.ts'

/** A sentence that can be understood on its own. */
export interface Sentence {
  readonly text: string
  /** Index among such sentences of the page, from 0. */
  readonly position: number
}

/** Maximum number of characters read of a page, which bounds the work; articles start with what happened. */
const MAX_TEXT_LENGTH = 10_000
/** `Intl.Segmenter` slows down with the length of its input; a paragraph without a line break is cut to this. */
const MAX_PARAGRAPH_LENGTH = 2_000
/** Maximum number of sentences per page; later ones are rarely new. */
const MAX_SENTENCES = 24

/** Length in characters. Shorter sentences are captions and exclamations, longer ones are lists. Han text needs a third of the space. */
const LENGTHS = { spaced: [40, 400], unspaced: [14, 160] } as const

const END = /[.!…。！．｡।॥۔។]["'”’»›」』】)\]）]*$/u
/** Thai, Lao, Khmer and Burmese end a sentence with a space, or with nothing. */
const NO_END = new Set(['th', 'lo', 'km', 'my'])
/** Text from menus and software: URLs, handles, copyright notices, separators, code. */
const MACHINE = /https?:|www\.|[@|©®™{}<>\\_]|\.{4}|[►▶•→»]\s*$/iu
/** Paragraphs joined without a space: "in the night.On Sunday". */
const GLUED = /(\p{Ll}\p{Ll}[.!?]["”’]?)(?=\p{Lu}\p{Ll})/gu
const SPACES = /\s+/gu
const LETTER = /[\p{L}\p{M}]/u
const CAPITAL = /\p{Lu}/u
const STARTS_SMALL = /^["'“‘«(]?\p{Ll}/u
/** Minimum share of letters: tables and scores have fewer. */
const LETTER_SHARE = 0.6
/** Maximum share of capitals; headlines in capitals have more. */
const CAPITAL_SHARE = 0.5

/**
 * A full stop after one of these does not end a sentence, whatever follows: titles, ranks, units and months of the
 * languages that write them so. Single letters are initials.
 */
const SHORTENED = new Set(
  (
    'mr mrs ms dr prof st sr sra srta jr gen col lt sgt capt cmdr adm maj gov sen rep rev hon pres supt det insp ' +
    'no nos nr vol vs fig ca approx inc ltd co corp dept univ u.s u.k u.n d.c a.m p.m e.g i.e ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun ' +
    'bzw hr fr usw z.b d.h dipl mme mlle m av art pág núm ud uds dna sig dott ing on г ул им тыс млн млрд т.е'
  ).split(' '),
)
const LAST_WORD = /(?:^|[\s("'“‘«])([\p{L}.]{1,7})\.$/u

const segmenters = new Map<string, Intl.Segmenter>()

/** The sentences of a text, paragraph by paragraph. Headings, menus, captions and fragments are left out. */
export function sentencesOf(text: string, language: string): Sentence[] {
  const found: Sentence[] = []
  for (const paragraph of text.slice(0, MAX_TEXT_LENGTH).split('\n')) {
    if (paragraph.length < LENGTHS.unspaced[0] || found.length >= MAX_SENTENCES) continue
    for (const said of segmentsOf(paragraph.slice(0, MAX_PARAGRAPH_LENGTH), language)) {
      if (found.length < MAX_SENTENCES && canStandAlone(said, language))
        found.push({ text: said, position: found.length })
    }
  }
  return found
}

/** The sentences of a paragraph, with white space folded. */
function segmentsOf(paragraph: string, language: string): string[] {
  const whole: string[] = []
  let open = ''
  for (const { segment } of segmenterOf(language).segment(paragraph.replace(GLUED, '$1 '))) {
    open += segment
    if (endsShortened(open.trimEnd())) continue
    whole.push(open.trim().replace(SPACES, ' '))
    open = ''
  }
  if (open !== '') whole.push(open.trim().replace(SPACES, ' '))
  return whole
}

function endsShortened(text: string): boolean {
  const word = LAST_WORD.exec(text.slice(-12))?.[1]
  return word !== undefined && ([...word].length === 1 || SHORTENED.has(word.toLowerCase()))
}

function canStandAlone(text: string, language: string): boolean {
  const [shortest, longest] = LENGTHS[isUnspaced(text) ? 'unspaced' : 'spaced']
  if (text.length < shortest || text.length > longest) return false
  if (!END.test(text) && !NO_END.has(language)) return false
  if (MACHINE.test(text) || STARTS_SMALL.test(text)) return false
  return isProse(text)
}

/** Counts without allocating, because it is called for every sentence of every page. */
function isProse(text: string): boolean {
  let [letters, capitals, spaces] = [0, 0, 0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x20) spaces++
    else if (code < 0x80) {
      if (code >= 0x61 && code <= 0x7a) letters++
      else if (code >= 0x41 && code <= 0x5a) {
        letters++
        capitals++
      }
    } else {
      const character = text.charAt(i)
      // Surrogates count as letters: apart from a few emoji they are.
      if (LETTER.test(character) || (code >= 0xd800 && code <= 0xdfff)) letters++
      if (CAPITAL.test(character)) capitals++
    }
  }
  return letters >= LETTER_SHARE * (text.length - spaces) && capitals <= CAPITAL_SHARE * letters
}

function segmenterOf(language: string): Intl.Segmenter {
  const locale = /^[a-z]{2,3}$/.test(language) ? language : 'und'
  let segmenter = segmenters.get(locale)
  if (!segmenter) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
    segmenters.set(locale, segmenter)
  }
  return segmenter
}
