const ROOT = /<([^\s<>/]{1,64})/y
const NOT_SPACE = /[^\s\uFEFF]/g

/** Offset and name of the root element; null when something else comes before it. */
export function xmlRoot(text: string): { readonly name: string; readonly at: number } | null {
  let at = 0
  for (;;) {
    NOT_SPACE.lastIndex = at
    at = NOT_SPACE.exec(text)?.index ?? text.length
    if (text.startsWith('<?', at)) at = after(text, '?>', at + 2)
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4)
    else if (text.startsWith('<!', at)) at = afterDeclaration(text, at + 2)
    else break
    if (at < 0) return null
  }
  ROOT.lastIndex = at
  const name = ROOT.exec(text)?.[1]
  return name === undefined ? null : { name, at }
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

const STOP = /[[\]"'>]|<!--/g

/** Skips a document type with its declarations and entities, which are never evaluated. */
function afterDeclaration(text: string, from: number): number {
  let inside = 0
  STOP.lastIndex = from
  for (let stop = STOP.exec(text); stop; stop = STOP.exec(text)) {
    const [mark] = stop
    if (mark === '[') inside++
    else if (mark === ']') inside--
    else if (mark === '>') {
      if (inside <= 0) return STOP.lastIndex
    } else {
      const end = after(text, mark === '<!--' ? '-->' : mark, STOP.lastIndex)
      if (end < 0) return -1
      STOP.lastIndex = end
    }
  }
  return -1
}
