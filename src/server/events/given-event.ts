import type { z } from 'zod'
import { type eitherWay, eventForm } from '../../api/events.ts'
import type { ConceptFiles } from '../../event/concept-files.ts'
import { applyForm } from '../../event/edit-event.ts'
import { type EventContext, parseEvent } from '../../event/event-file.ts'
import { type EventForm, formOf } from '../../event/event-form.ts'
import { fieldAt } from '../../event/field-at.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { describePlaces } from '../../place/place-words.ts'

/** An event sent by a browser, as a form or as YAML. */
export type Given = z.output<typeof eitherWay>

/** A valid event. */
export interface ReadEvent {
  readonly yaml: string
  readonly model: EventModel
  readonly form: EventForm
}

/** Reads an event by the rules of event files; an invalid one is refused with all its problems. */
export function readGiven(given: Given, eventContext: EventContext): ReadEvent {
  if ('yaml' in given) return readYaml(given.yaml, eventContext)
  return readWritten(applyForm(given.base ?? '', withoutSpaces(given.form), noteOn), eventContext)
}

function readYaml(yaml: string, eventContext: EventContext): ReadEvent {
  const model = parseEvent(yaml, eventContext, 'event.yaml', NO_FILES)
  return { yaml, model, form: shownForm(yaml) }
}

/** Reads generated YAML: problems are reported by field, because the user has not seen its lines. */
export function readWritten(yaml: string, eventContext: EventContext): ReadEvent {
  try {
    return readYaml(yaml, eventContext)
  } catch (error) {
    if (!(error instanceof EventideError) || !error.issues) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: fieldAt(yaml, path), message }))
    const message = issues.map(({ path, message: words }) => (path ? `${path}: ${words}` : words)).join('\n')
    throw new EventideError(error.code, message, { issues })
  }
}

/** The form of a valid event file; refused if the file is too large for a form. */
export function shownForm(yaml: string): EventForm {
  const form = formOf(yaml)
  const checked = eventForm.safeParse(form)
  if (checked.success) return form
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const words = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new EventideError(
    'event-form',
    `The event is too large to edit in the browser (${words}). Edit its file instead`,
    { issues },
  )
}

/** Clients must not read files of the server. */
class NoFiles extends Map<string, EventideError> {
  override get(path: string): EventideError {
    return new EventideError(
      'ontology',
      `The ontology file ${path.slice(0, 200)} cannot be read from the browser. Include its concepts as YAML (eventide ontology convert)`,
    )
  }
}

const NO_FILES: ConceptFiles = new NoFiles()

/** Removes accidental spaces around the values of a form. */
function withoutSpaces(form: EventForm): EventForm {
  const trimmed = (names: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(names).map(([name, weight]) => [name.trim(), weight]))
  return {
    ...form,
    name: form.name.trim(),
    what: trimmed(form.what),
    where: trimmed(form.where),
    who: trimmed(form.who),
    seeds: form.seeds.map((seed) => seed.trim()).filter((seed) => seed !== ''),
  }
}

/** The name of a place given by gazetteer id, written as a comment behind it. */
function noteOn(section: string, name: string): string | undefined {
  if (section !== 'where' || !/^[a-z0-9]{2,3}:/.test(name)) return undefined
  const gazetteer = loadGazetteer()
  const place = gazetteer.get(name)
  const [described] = place ? describePlaces(gazetteer, [place]) : []
  return described && [described.name, described.within].filter(Boolean).join(', ')
}
