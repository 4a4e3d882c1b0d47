import type { z } from 'zod'
import { type eitherWay, eventForm } from '../../api/events.ts'
import { withForm } from '../../event/edit-event.ts'
import type { ConceptFiles } from '../../event/event-concepts.ts'
import { type EventWorld, parseEvent } from '../../event/event-file.ts'
import { type EventForm, formOf } from '../../event/event-form.ts'
import { fieldAt } from '../../event/field-at.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { describePlaces } from '../../place/place-words.ts'

/** What a browser sends: the form, or YAML. */
export type Given = z.output<typeof eitherWay>

/** An event that was read and found right. */
export interface ReadEvent {
  readonly yaml: string
  readonly model: EventModel
  readonly form: EventForm
}

/** Reads what a browser sent by the rules of event files; refuses it with every problem named. */
export function readGiven(given: Given, world: EventWorld): ReadEvent {
  if ('yaml' in given) return readYaml(given.yaml, world)
  return readWritten(withForm(given.base ?? '', withoutSpaces(given.form), noteOn), world)
}

function readYaml(yaml: string, world: EventWorld): ReadEvent {
  const model = parseEvent(yaml, world, 'event.yaml', NO_FILES)
  return { yaml, model, form: shownForm(yaml) }
}

/** Of a text that nobody has seen: problems are named by the field they are in, not by their line. */
export function readWritten(yaml: string, world: EventWorld): ReadEvent {
  try {
    return readYaml(yaml, world)
  } catch (error) {
    if (!(error instanceof EventideError) || !error.issues) throw error
    const issues = error.issues.map(({ path, message }) => ({ path: fieldAt(yaml, path), message }))
    const message = issues.map(({ path, message: words }) => (path ? `${path}: ${words}` : words)).join('\n')
    throw new EventideError(error.code, message, { issues })
  }
}

/** The form of a file that is right; a file may say more than a form can show. */
export function shownForm(yaml: string): EventForm {
  const form = formOf(yaml)
  const checked = eventForm.safeParse(form)
  if (checked.success) return form
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const words = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new EventideError(
    'event-form',
    `the event is too large to be edited in the browser (${words}); use the command line for it`,
    { issues },
  )
}

/** Reading files of this machine is not for those who talk to the server. */
class NoFiles extends Map<string, EventideError> {
  override get(path: string): EventideError {
    return new EventideError(
      'ontology',
      `the ontology file ${path.slice(0, 200)} cannot be read from the browser: write the concepts out here (eventide ontology convert makes YAML of a file)`,
    )
  }
}

const NO_FILES: ConceptFiles = new NoFiles()

/** Forms are typed into: a space before or behind a word is a slip. */
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

/** A gazetteer id says nothing to people: its place is named behind it. */
function noteOn(section: string, name: string): string | undefined {
  if (section !== 'where' || !/^[a-z0-9]{2,3}:/.test(name)) return undefined
  const gazetteer = loadGazetteer()
  const place = gazetteer.get(name)
  const [described] = place ? describePlaces(gazetteer, [place]) : []
  return described && [described.name, described.within].filter(Boolean).join(', ')
}
