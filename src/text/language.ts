import { memoize } from '../cache/memo.ts'
import { languageDetector } from './libraries.ts'
import { dominantScript, LANGUAGE_OF_SCRIPT, SCRIPTS_OF } from './scripts.ts'

/** Characters examined: more adds time, not accuracy. */
const SAMPLE = 1000
/** The sample is taken from several positions so that a menu at the top does not dominate. */
const WINDOWS = 4
/** With fewer letters detection is guesswork: a headline full of names looks the same in many languages. */
const ENOUGH_LETTERS = 40

/** Languages that share most of their vocabulary: the declared language decides between them. */
const SIBLINGS = [
  ['ms', 'id'],
  ['hr', 'sr', 'bs', 'me', 'sh'],
  ['hi', 'ne', 'mr', 'bh', 'sa'],
  ['bn', 'as'],
  ['he', 'yi'],
  ['gl', 'pt'],
] as const

/**
 * ISO 639-1 code of the language of a text, `und` if unknown. `hint` is the declared language (`<html lang>`),
 * used only when the text is too short or the candidates are too similar.
 */
export function detectLanguage(text: string, hint?: string): string {
  const sample = sampleOf(text)
  const { script, letters } = dominantScript(sample)
  const declared = languageOfTag(hint)
  const plausible = declared !== undefined && fits(declared, script) ? declared : undefined
  if (script === 'none') return declared ?? 'und'
  const only = LANGUAGE_OF_SCRIPT.get(script)
  if (only) {
    const short = letters < ENOUGH_LETTERS && script === 'Hani'
    return plausible !== undefined && (short || areSiblings(only, plausible)) ? plausible : only
  }
  if (letters < ENOUGH_LETTERS && plausible) return plausible
  const detected = languageDetector().detect(sample)
  if (detected === '') return plausible ?? 'und'
  return plausible !== undefined && areSiblings(detected, plausible) ? plausible : detected
}

/** Language of a BCP 47 tag: `zh-Hant-TW` gives zh, `nb` and `nn` give no, deprecated codes are replaced. */
function languageOfTag(tag: string | undefined): string | undefined {
  const [primary = ''] = (tag ?? '').trim().split(/[-_,; ]/, 1)
  if (!/^[a-z]{2,3}$/i.test(primary)) return undefined
  const language = currentCode(primary)
  if (language === 'nb' || language === 'nn') return 'no'
  if (language === 'fil') return 'tl'
  return language.length === 2 ? language : undefined
}

/** Memoised: a lookup in the runtime's tables is a hundred times slower. */
const currentCode = memoize(128, (code) => new Intl.Locale(code).language)

function fits(language: string, script: string): boolean {
  const scripts = SCRIPTS_OF.get(language)
  return scripts ? scripts.includes(script) : script === 'Latn'
}

function areSiblings(a: string, b: string): boolean {
  return SIBLINGS.some((family: readonly string[]) => family.includes(a) && family.includes(b))
}

function sampleOf(text: string): string {
  if (text.length <= SAMPLE) return text
  const width = SAMPLE / WINDOWS
  const step = (text.length - width) / (WINDOWS - 1)
  return Array.from({ length: WINDOWS }, (_, i) => {
    const start = Math.floor(i * step)
    return text.slice(start, start + width)
  }).join(' ')
}
