import { Parser } from 'htmlparser2'
import { EventideError } from '../model/errors.ts'

/** Nested elements cost the RDF/XML parser the square of their depth; an ontology needs fewer than ten levels. */
const MAX_NESTED = 100
/** Entities in ontologies abbreviate namespaces. */
const MAX_ENTITY_CHARACTERS = 500
/** What all entities of a file may add up to. */
const MAX_EXPANDED = 64 * 1024 * 1024

/** Refuses XML that is cut off, nested beyond reason, or blown up by entities. Says nothing about XML that is merely wrong. */
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
  if (open > 0) throw refusal(file, text, text.length, 'the file is cut off: its first element is not closed')
}

function refuseLargeEntities(text: string, file: string): void {
  let longest = 0
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
    longest = Math.max(longest, whole[1]?.length ?? 0)
  }
  if (longest === 0) return
  let references = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) references++
  if (references * longest > MAX_EXPANDED)
    throw refusal(file, text, 0, `its entities expand to more than ${MAX_EXPANDED} characters`)
}

function refusal(file: string, text: string, at: number, what: string): EventideError {
  let line = 1
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++
  return new EventideError('ontology', `${file}:${line}: not valid RDF/XML: ${what}`)
}
