import { type Document, type LineCounter, parseDocument } from 'yaml'
import { EventideError } from '../model/errors.ts'
import { tooDeepAt } from './nesting.ts'

/**
 * Parses YAML in time proportional to its length. The parser's own check of keys compares each with every other, and its messages quote
 * the whole line of each error: both take quadratic time. `StrictYaml` checks keys and writes messages itself.
 */
export function parseYaml(text: string, lineCounter?: LineCounter): Document.Parsed {
  const tooDeep = tooDeepAt(text)
  if (tooDeep !== null) throw new EventideError('bad-yaml', `${tooDeep}: nested too deeply`)
  return parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false })
}
