import type { LanguageCode, LanguageRules } from './languages.ts'
import { normalized } from './normalized.ts'

/** Zero digit of each script, from Arabic-Indic to Khmer. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xae6, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0]
const digits = new Map(
  ZEROS.flatMap((zero) => Array.from({ length: 10 }, (_, n) => [String.fromCharCode(zero + n), String(n)])),
)
const foreignDigit = new RegExp(`[${[...digits.keys()].join('')}]`, 'g')

/** Fast path: none of the rules below affects ASCII text. */
const ASCII = /^\p{ASCII}*$/u

/**
 * Normalises compatibility forms, case, apostrophes and digits of any script;
 * removes soft hyphens and joiners.
 */
export function unify(text: string, code: LanguageCode, rules: LanguageRules): string {
  if (!rules.ownCase && ASCII.test(text)) return text.toLowerCase()
  const composed = withSaraAm(normalized(text, 'NFKC')).replace(/\u00ad|\u200d|\u2060|\ufeff/g, '')
  const lower = rules.ownCase ? composed.toLocaleLowerCase(code) : composed.toLowerCase()
  const plain = lower.replace(/i\u0307/g, 'i').replace(/[’‘ʼ]/g, "'")
  const joined = rules.normalise === 'indic' ? plain.replaceAll('\u200c', '') : plain
  return joined.replace(foreignDigit, (digit) => digits.get(digit) ?? digit)
}

/** Restores the Thai and Lao vowel AM, which NFKC decomposes, to its dictionary spelling. */
function withSaraAm(text: string): string {
  return text
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
    .replace(/\u0ecd([\u0ec8-\u0ecb]?)\u0eb2/g, '$1\u0eb3')
}

/** Applies the language's spelling rules to a word already passed through `unify`. */
export function respell(word: string, rules: LanguageRules): string {
  switch (rules.normalise) {
    case 'arabic':
      return arabicBase(word).replace(/ى/g, 'ي').replace(/ة/g, 'ه')
    case 'persian':
      return arabicBase(word).replace(/[يى]/g, 'ی').replace(/ك/g, 'ک').replace(/ۀ/g, 'ه')
    case 'indic':
      // The nukta, the two nasal signs and a nasal consonant before another consonant are optional in writing.
      return word
        .replace(/[\u093c\u09bc\u0abc]/g, '')
        .replace(/ँ/g, 'ं')
        .replace(/[ङञणनम]्(?=[क-म])/g, 'ं')
    case 'hebrew':
      return word.replace(/[\u0591-\u05c7'"״׳]/g, '')
    case 'greek':
      return withoutAccents(word).replace(/ς/g, 'σ')
    default:
      return word
  }
}

/** Vowel signs and the tatweel are optional; hamza is often omitted from its carrier. */
function arabicBase(word: string): string {
  return word.replace(/[\u0640\u064b-\u065f\u0670]/g, '').replace(/[أإآٱ]/g, 'ا')
}

const UNDECOMPOSED = new Map([
  ['ł', 'l'],
  ['đ', 'd'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['ı', 'i'],
])

export function withoutAccents(word: string): string {
  const bare = normalized(word, 'NFD').replace(/[\u0300-\u036f]/g, '')
  return normalized(bare, 'NFC').replace(/[łđøæœßı]/g, (letter) => UNDECOMPOSED.get(letter) ?? letter)
}
