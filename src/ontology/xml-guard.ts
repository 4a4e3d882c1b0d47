import { Parser } from 'htmlparser2'
import { EventideError } from '../model/errors.ts'

/** The RDF/XML parser takes quadratic time for nested elements; an ontology needs fewer than ten levels. */
const MAX_NESTED = 100
/** Entities in ontologies abbreviate namespaces. */
const MAX_ENTITY_CHARACTERS = 500
/** Maximum total length of all expanded entities of a file. */
const MAX_EXPANDED = 64 * 1024 * 1024

/**
 * Refuses XML that is truncated, nested too deeply or expanded by entities. Does not check its syntax
 * otherwise.
 */
export function refuseHostileXml(text: string, file: string): void {
  refuseLargeEntities(text, file)
  let open = 0
  const parser = new Parser(
    {
      onopentagname: () => {
        open++
        if (open <= MAX_NESTED) return
        throw refusal(file, text, parser.startIndex, `elements are nested more than ${MAX_NESTED} deep`)
      },
      onclosetag: () => {
        open--
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.write(text)
  if (open > 0)
    throw refusal(file, text, text.length, 'the file is truncated: its first element is not closed')
}

function refuseLargeEntities(text: string, file: string): void {
  let maxLength = 0
  for (let at = text.indexOf('<!ENTITY'); at >= 0; at = text.indexOf('<!ENTITY', at + 1)) {
    const declaration = text.slice(at, at + MAX_ENTITY_CHARACTERS)
    const whole = /^<!ENTITY\s[^"']*["']([^"']*)["']\s*>/.exec(declaration)
    if (!whole) {
      throw refusal(
        file,
        text,
        at,
        `an entity is longer than ${MAX_ENTITY_CHARACTERS} characters or not closed`,
      )
    }
    maxLength = Math.max(maxLength, whole[1]?.length ?? 0)
  }
  if (maxLength === 0) return
  let references = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) references++
  if (references * maxLength > MAX_EXPANDED)
    throw refusal(file, text, 0, `its entities expand to more than ${MAX_EXPANDED} characters`)
}

function refusal(file: string, text: string, at: number, what: string): EventideError {
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++
  return new EventideError('ontology', `${file}:${line}: not valid RDF/XML: ${what}`)
}
