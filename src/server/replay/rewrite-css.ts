/** Gives the replay address of an address in a document; null when it is to be left out. */
export type ToReplay = (address: string) => string | null

const NEWLINE = /[\n\r\f]/

/**
 * Style sheets with every address in them leading to the archive. One pass, character by character where it matters, so
 * that no style sheet takes longer than it is long. What is hidden from it by escapes is stopped by the policy.
 */
export function rewriteCss(css: string, toReplay: ToReplay): string {
  let out = ''
  let at = 0
  while (at < css.length) {
    const next = nextToken(css, at)
    out += css.slice(at, next.start)
    if (next.kind === 'url') out += `url(${quoted(toReplay(next.address))})`
    else if (next.kind === 'import') out += `@import ${quoted(toReplay(next.address))}`
    else out += css.slice(next.start, next.end)
    at = next.end
  }
  return out
}

type Token =
  | {
      readonly kind: 'url' | 'import'
      readonly start: number
      readonly end: number
      readonly address: string
    }
  | { readonly kind: 'as-is'; readonly start: number; readonly end: number }

/** The next comment, string, `url(...)` or `@import "..."`; the end of the text when there is none. */
function nextToken(css: string, from: number): Token {
  for (let i = from; i < css.length; i++) {
    const char = css[i]
    if (char === '/' && css[i + 1] === '*') {
      const end = css.indexOf('*/', i + 2)
      return { kind: 'as-is', start: i, end: end < 0 ? css.length : end + 2 }
    }
    if (char === '"' || char === "'") return { kind: 'as-is', start: i, end: stringEnd(css, i) }
    if ((char === 'u' || char === 'U') && isWord(css, i, 'url(') && !isInName(css, i)) return urlToken(css, i)
    if (char === '@' && isWord(css, i, '@import')) {
      const start = skipSpace(css, i + 7)
      if (css[start] === '"' || css[start] === "'") {
        const end = stringEnd(css, start)
        return { kind: 'import', start: i, end, address: unescaped(css.slice(start + 1, end - 1)) }
      }
    }
  }
  return { kind: 'as-is', start: css.length, end: css.length }
}

function urlToken(css: string, start: number): Token {
  const inside = skipSpace(css, start + 4)
  const mark = css[inside]
  if (mark === '"' || mark === "'") {
    const end = stringEnd(css, inside)
    const closed = skipSpace(css, end)
    const after = css[closed] === ')' ? closed + 1 : closed
    return { kind: 'url', start, end: after, address: unescaped(css.slice(inside + 1, end - 1)) }
  }
  const close = css.indexOf(')', inside)
  const end = close < 0 ? css.length : close
  return {
    kind: 'url',
    start,
    end: Math.min(css.length, end + 1),
    address: unescaped(css.slice(inside, end).trim()),
  }
}

function isWord(css: string, at: number, word: string): boolean {
  return css.slice(at, at + word.length).toLowerCase() === word
}

/** `curl(` is another function. */
function isInName(css: string, at: number): boolean {
  return at > 0 && /[\w\\-]/.test(css[at - 1]!)
}

/** One behind the closing mark. A string that a line break ends was never closed. */
function stringEnd(css: string, start: number): number {
  const mark = css[start]
  for (let i = start + 1; i < css.length; i++) {
    const char = css[i]!
    if (char === '\\') i++
    else if (char === mark || NEWLINE.test(char)) return i + 1
  }
  return css.length
}

function skipSpace(css: string, from: number): number {
  let at = from
  while (at < css.length && /\s/.test(css[at]!)) at++
  return at
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})\s?|(\r\n|[\n\r\f])|(.))/gi,
    (_, hex?: string, _line?: string, char?: string) => {
      if (hex !== undefined) {
        const code = Number.parseInt(hex, 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
      }
      return char ?? ''
    },
  )
}

/** Replay addresses hold no quotes, brackets or spaces: they were encoded. Left out: an address of nothing. */
function quoted(address: string | null): string {
  return `"${address ?? 'about:invalid'}"`
}
