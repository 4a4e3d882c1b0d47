/** The parser recurses into each level, and a stack overflow would end the process. */
const MAX_LEVELS = 200
/** Indentation beyond this column counts as nested too deeply. */
const MAX_COLUMNS = 1_000

/** `line:column` where a YAML text may become nested too deeply to parse safely, or null. Brackets in quotes count too. */
export function tooDeepAt(text: string): string | null {
  let open = 0
  let line = 1
  let lineStart = 0
  let column = 0
  let markers = 0
  let leading = true
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]
    if (char === '\n') {
      line += 1
      lineStart = i + 1
      column = 0
      markers = 0
      leading = true
      continue
    }
    if (leading) {
      column += 1
      if (char === '-' || char === '?') markers += 1
      else if (char !== ' ') leading = false
      if (markers > MAX_LEVELS || column > MAX_COLUMNS) return `${line}:${i - lineStart + 1}`
    }
    if (char === '[' || char === '{') open += 1
    else if ((char === ']' || char === '}') && open > 0) open -= 1
    if (open > MAX_LEVELS) return `${line}:${i - lineStart + 1}`
  }
  return null
}
