/** Unicode blocks by script: first and last code point, ISO 15924 code. */
const BLOCKS: readonly (readonly [number, number, string])[] = [
  [0x41, 0x5a, 'Latn'],
  [0x61, 0x7a, 'Latn'],
  [0xc0, 0x24f, 'Latn'],
  [0x370, 0x3ff, 'Grek'],
  [0x400, 0x52f, 'Cyrl'],
  [0x531, 0x58f, 'Armn'],
  [0x5d0, 0x5ea, 'Hebr'],
  [0x620, 0x6ff, 'Arab'],
  [0x750, 0x77f, 'Arab'],
  [0x8a0, 0x8ff, 'Arab'],
  [0x900, 0x97f, 'Deva'],
  [0x980, 0x9ff, 'Beng'],
  [0xa00, 0xa7f, 'Guru'],
  [0xa80, 0xaff, 'Gujr'],
  [0xb00, 0xb7f, 'Orya'],
  [0xb80, 0xbff, 'Taml'],
  [0xc00, 0xc7f, 'Telu'],
  [0xc80, 0xcff, 'Knda'],
  [0xd00, 0xd7f, 'Mlym'],
  [0xd80, 0xdff, 'Sinh'],
  [0xe01, 0xe5b, 'Thai'],
  [0xe80, 0xeff, 'Laoo'],
  [0xf00, 0xfff, 'Tibt'],
  [0x1000, 0x109f, 'Mymr'],
  [0x10a0, 0x10ff, 'Geor'],
  [0x1100, 0x11ff, 'Kore'],
  [0x1200, 0x139f, 'Ethi'],
  [0x1780, 0x17ff, 'Khmr'],
  [0x1e00, 0x1eff, 'Latn'],
  [0x1f00, 0x1fff, 'Grek'],
  [0x3041, 0x30ff, 'Kana'],
  [0x3400, 0x9fff, 'Hani'],
  [0xac00, 0xd7a3, 'Kore'],
  [0xf900, 0xfaff, 'Hani'],
  [0xfb50, 0xfdff, 'Arab'],
  [0xfe70, 0xfefc, 'Arab'],
  [0xff66, 0xff9d, 'Kana'],
]

/** A character of these scripts carries as much information as several letters. */
const DENSITY = new Map([
  ['Hani', 3],
  ['Jpan', 2],
  ['Kore', 2],
])

/** Minimum share of Kana in Japanese; Chinese text rarely contains any. */
const JAPANESE_SHARE = 0.05

/** Scripts used by one language, or by one language on most pages. */
export const LANGUAGE_OF_SCRIPT = new Map([
  ['Hani', 'zh'],
  ['Jpan', 'ja'],
  ['Kore', 'ko'],
  ['Thai', 'th'],
  ['Laoo', 'lo'],
  ['Khmr', 'km'],
  ['Mymr', 'my'],
  ['Grek', 'el'],
  ['Armn', 'hy'],
  ['Geor', 'ka'],
  ['Hebr', 'he'],
  ['Beng', 'bn'],
  ['Guru', 'pa'],
  ['Gujr', 'gu'],
  ['Orya', 'or'],
  ['Taml', 'ta'],
  ['Telu', 'te'],
  ['Knda', 'kn'],
  ['Mlym', 'ml'],
  ['Sinh', 'si'],
  ['Ethi', 'am'],
  ['Tibt', 'bo'],
])

/** Scripts of languages not written exclusively in Latin letters. */
export const SCRIPTS_OF = new Map<string, readonly string[]>([
  ...[...LANGUAGE_OF_SCRIPT].map(([script, language]) => [language, [script]] as const),
  ['ja', ['Jpan', 'Hani']],
  ['yi', ['Hebr']],
  ['as', ['Beng']],
  ['ti', ['Ethi']],
  ...['ar', 'fa', 'ur', 'ps', 'sd', 'ug'].map((language) => [language, ['Arab']] as const),
  ...['hi', 'mr', 'ne', 'sa', 'bh'].map((language) => [language, ['Deva']] as const),
  ...['ru', 'uk', 'be', 'bg', 'mk', 'kk', 'ky', 'mn', 'tg', 'tt'].map(
    (language) => [language, ['Cyrl']] as const,
  ),
  ...['sr', 'bs', 'uz', 'az'].map((language) => [language, ['Latn', 'Cyrl']] as const),
  ['ku', ['Latn', 'Arab']],
  ['pa', ['Guru', 'Arab']],
])

/** The dominant script of a text (`none` without letters) and its number of letters. */
export function dominantScript(text: string): { script: string; letters: number } {
  const letters = new Map<string, number>()
  let ascii = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) {
      // Fast path for the most frequent letters. In a tie the script that occurs first wins.
      const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
      if (isLetter && ascii++ === 0) letters.set('Latn', letters.get('Latn') ?? 0)
      continue
    }
    const script = scriptOf(code)
    if (script) letters.set(script, (letters.get(script) ?? 0) + 1)
  }
  if (ascii > 0) letters.set('Latn', (letters.get('Latn') ?? 0) + ascii)
  const kana = letters.get('Kana') ?? 0
  const together = kana + (letters.get('Hani') ?? 0)
  if (together > 0) {
    letters.delete('Kana')
    letters.delete('Hani')
    letters.set(kana > together * JAPANESE_SHARE ? 'Jpan' : 'Hani', together)
  }
  let best = { script: 'none', letters: 0 }
  let weight = 0
  for (const [script, count] of letters) {
    const heavier = count * (DENSITY.get(script) ?? 1)
    if (heavier > weight) {
      weight = heavier
      best = { script, letters: count }
    }
  }
  return best
}

function scriptOf(code: number): string | undefined {
  let low = 0
  let high = BLOCKS.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last, script] = BLOCKS[middle] ?? [0, 0, '']
    if (code < first) high = middle - 1
    else if (code > last) low = middle + 1
    else return script
  }
  return undefined
}
