/** A stretch of text; with the place it names when it names one. */
export interface TextPart {
  readonly start: number
  readonly text: string
  readonly place: string | null
}

interface PlaceMark {
  readonly start: number
  readonly end: number
  readonly id: string
}

/** Text cut at its place marks, up to a length. Marks that overlap or reach outside are cut to what is there. */
export function textParts(text: string, marks: readonly PlaceMark[], length: number): TextPart[] {
  const parts: TextPart[] = []
  const until = Math.min(text.length, length)
  let at = 0
  const add = (end: number, place: string | null) => {
    if (end > at) parts.push({ start: at, text: text.slice(at, end), place })
    at = Math.max(at, end)
  }
  for (const { start, end, id } of marks.toSorted((a, b) => a.start - b.start)) {
    if (start >= until || start < at || end <= start) continue
    add(start, null)
    add(Math.min(end, until), id)
  }
  add(until, null)
  return parts
}

/** Languages written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set('ar arc ckb dv fa he ks ps sd ug ur yi'.split(' '))

/** The direction of a text in a language; unknown languages are left to the browser, which looks at the first letters. */
export function directionOf(language: string): 'rtl' | 'ltr' | 'auto' {
  const [code = ''] = language.toLowerCase().split('-')
  if (RIGHT_TO_LEFT.has(code)) return 'rtl'
  return code && code !== 'und' ? 'ltr' : 'auto'
}
