/** Tokenising and stemming rules of one language. An omitted rule is not applied. */
export interface LanguageRules {
  readonly name: string
  /** ISO 15924 code. Latin words in a text of another script are treated as English. */
  readonly script: string
  /** Name of the Snowball algorithm. */
  readonly stemmer?: string
  /** Suffixes stack and the algorithm removes one at a time: repeat until nothing changes. */
  readonly layered?: true
  /** Light stemming where Snowball has no algorithm: the longest matching suffix is removed if enough remains. */
  readonly suffixes?: string
  /** Articles and conjunctions attached to the word; the longest match is removed before the suffix. */
  readonly prefixes?: string
  /** Minimum number of characters that must remain without a prefix or suffix. */
  readonly leave?: number
  readonly normalise?: 'arabic' | 'persian' | 'indic' | 'hebrew' | 'greek'
  /** Accents are optional: Málaga and Malaga are the same term. */
  readonly fold?: true
  /** `l'eau`, `dell'acqua`: the word is what follows the apostrophe. */
  readonly elision?: true
  /** `İstanbul'da`: the word is what precedes the apostrophe. */
  readonly attaches?: true
  /** Lower-casing is language-specific: Turkish I is not i. */
  readonly ownCase?: true
}

/** Languages with specific rules, by ISO 639-1 code. Others are split into plain words. */
export const LANGUAGES = {
  af: { name: 'Afrikaans', script: 'Latn', fold: true },
  ar: {
    name: 'Arabic',
    script: 'Arab',
    stemmer: 'arabic',
    prefixes: 'وال بال كال فال لل',
    normalise: 'arabic',
  },
  az: {
    name: 'Azerbaijani',
    script: 'Latn',
    stemmer: 'turkish',
    layered: true,
    attaches: true,
    ownCase: true,
  },
  be: {
    name: 'Belarusian',
    script: 'Cyrl',
    suffixes: 'амі ямі аў яў ага аму ымі імі ай ой ую ая ыя ах ях ам ям ом ем ы і а я у ю е о ь й',
  },
  bg: { name: 'Bulgarian', script: 'Cyrl', suffixes: 'овете ите ата ото ият ове ът ят та то те и а я о е' },
  bn: {
    name: 'Bengali',
    script: 'Beng',
    suffixes: 'গুলোর গুলির গুলো গুলি দের েরা ের কে তে রা টি টা র ে',
    leave: 2,
    normalise: 'indic',
  },
  ca: { name: 'Catalan', script: 'Latn', stemmer: 'catalan', fold: true, elision: true },
  cs: { name: 'Czech', script: 'Latn', stemmer: 'czech', fold: true },
  da: { name: 'Danish', script: 'Latn', stemmer: 'danish' },
  de: { name: 'German', script: 'Latn', stemmer: 'german' },
  el: {
    name: 'Greek',
    script: 'Grek',
    suffixes: 'ουσ ων εσ οσ ου οι ασ ησ εισ εωσ η α ο ι ε',
    normalise: 'greek',
  },
  en: { name: 'English', script: 'Latn', stemmer: 'english', fold: true },
  es: { name: 'Spanish', script: 'Latn', stemmer: 'spanish', fold: true },
  et: { name: 'Estonian', script: 'Latn', suffixes: 'dega dele dest tele sse ga le lt st ks d', leave: 4 },
  eu: { name: 'Basque', script: 'Latn', stemmer: 'basque', fold: true },
  fa: { name: 'Persian', script: 'Arab', suffixes: 'هایی های ها ترین تر', normalise: 'persian' },
  fi: { name: 'Finnish', script: 'Latn', stemmer: 'finnish' },
  fr: { name: 'French', script: 'Latn', stemmer: 'french', fold: true, elision: true },
  ga: { name: 'Irish', script: 'Latn', stemmer: 'irish', fold: true },
  gl: { name: 'Galician', script: 'Latn', suffixes: 'cións ción es s a o', leave: 4, fold: true },
  gu: {
    name: 'Gujarati',
    script: 'Gujr',
    suffixes: 'ોનું ોની ોને માં નું ની નો ના ને થી ઓ ો ી ા ે',
    leave: 2,
    normalise: 'indic',
  },
  he: { name: 'Hebrew', script: 'Hebr', prefixes: 'וה ה ו', suffixes: 'ים ות', normalise: 'hebrew' },
  hi: {
    name: 'Hindi',
    script: 'Deva',
    suffixes:
      'ाएंगी ाएंगे ाऊंगी ाऊंगा ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियां ियों ' +
      'ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं ' +
      'कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ां ों ें ो े ू ु ी ि ा',
    leave: 2,
    normalise: 'indic',
  },
  hr: {
    name: 'Croatian',
    script: 'Latn',
    suffixes: 'ima ama oga omu om em og ih im oj a e i o u',
    fold: true,
  },
  hu: { name: 'Hungarian', script: 'Latn', stemmer: 'hungarian' },
  hy: { name: 'Armenian', script: 'Armn', stemmer: 'armenian' },
  id: { name: 'Indonesian', script: 'Latn', suffixes: 'nya lah kah pun', leave: 4 },
  it: { name: 'Italian', script: 'Latn', stemmer: 'italian', fold: true, elision: true },
  ja: { name: 'Japanese', script: 'Jpan' },
  km: { name: 'Khmer', script: 'Khmr' },
  ko: {
    name: 'Korean',
    script: 'Kore',
    suffixes:
      '으로부터 에서는 에게서 에서 에게 으로 까지 부터 처럼 보다 하고 과 와 은 는 이 가 을 를 의 에 도 로 만',
    leave: 2,
  },
  lo: { name: 'Lao', script: 'Laoo' },
  lt: {
    name: 'Lithuanian',
    script: 'Latn',
    suffixes: 'iams omis iais ųjų ams ais as is ys us ai ei os ės ą ę į ų o e ė a i u y',
    fold: true,
  },
  lv: {
    name: 'Latvian',
    script: 'Latn',
    suffixes: 'iem ām ēm as is us es os am em ai ei ā ē ī ū a e i u s š',
    fold: true,
  },
  mr: {
    name: 'Marathi',
    script: 'Deva',
    suffixes: 'ांच्या ांना ांनी ांचा ांची ांचे ामध्ये ाच्या ाला ाने ात च्या ला ने नी चा ची चे ां ा ी े',
    leave: 2,
    normalise: 'indic',
  },
  ms: { name: 'Malay', script: 'Latn', suffixes: 'nya lah kah pun', leave: 4 },
  my: { name: 'Burmese', script: 'Mymr' },
  ne: { name: 'Nepali', script: 'Deva', suffixes: 'हरूको हरू को मा ले लाई बाट', leave: 2, normalise: 'indic' },
  nl: { name: 'Dutch', script: 'Latn', stemmer: 'dutch', fold: true },
  no: { name: 'Norwegian', script: 'Latn', stemmer: 'norwegian' },
  pl: {
    name: 'Polish',
    script: 'Latn',
    suffixes: 'ami ach owi ego emu ymi imi iem ów om em ie ych ich ej ym im ą ę y i a e u o',
    fold: true,
  },
  pt: { name: 'Portuguese', script: 'Latn', stemmer: 'portuguese', fold: true },
  ro: { name: 'Romanian', script: 'Latn', stemmer: 'romanian', fold: true },
  ru: { name: 'Russian', script: 'Cyrl', stemmer: 'russian' },
  sk: { name: 'Slovak', script: 'Latn', stemmer: 'czech', fold: true },
  sl: { name: 'Slovenian', script: 'Latn', stemmer: 'slovene', fold: true },
  sr: {
    name: 'Serbian',
    // Written in both alphabets: Latin words belong to the language.
    script: 'Latn',
    suffixes: 'има ама ога ому ом ем ог их им ој а е и о у ima ama oga omu om em og ih im oj a e i o u',
    fold: true,
  },
  sv: { name: 'Swedish', script: 'Latn', stemmer: 'swedish' },
  sw: { name: 'Swahili', script: 'Latn' },
  ta: { name: 'Tamil', script: 'Taml', stemmer: 'tamil' },
  th: { name: 'Thai', script: 'Thai' },
  tl: { name: 'Filipino', script: 'Latn', fold: true },
  tr: { name: 'Turkish', script: 'Latn', stemmer: 'turkish', layered: true, attaches: true, ownCase: true },
  uk: {
    name: 'Ukrainian',
    script: 'Cyrl',
    suffixes:
      'ями ами ові еві ого ому ими іми ого ій ої ою ею єю ях ах ів їв ам ям ом ем єм ий их им у ю а я о е є и і ї ь й',
  },
  ur: { name: 'Urdu', script: 'Arab', suffixes: 'یاں وں یں ے', normalise: 'persian' },
  vi: { name: 'Vietnamese', script: 'Latn' },
  zh: { name: 'Chinese', script: 'Hani' },
} as const satisfies Readonly<Record<string, LanguageRules>>

export type LanguageCode = keyof typeof LANGUAGES | 'und'

const PLAIN: LanguageRules = { name: 'unknown', script: 'Latn', fold: true }

/** The language itself if it has rules, otherwise `und`. */
export function knownLanguage(language: string): LanguageCode {
  return Object.hasOwn(LANGUAGES, language) ? (language as LanguageCode) : 'und'
}

export function rulesOf(code: LanguageCode): LanguageRules {
  return code === 'und' ? PLAIN : LANGUAGES[code]
}
