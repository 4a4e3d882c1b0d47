import { eventFrom, readEvent as readEventFile } from '../collection.ts'
import { draftEvent, type EventWords } from '../event/draft-event.ts'
import { parseEvent as parseEventText } from '../event/event-file.ts'
import { writeEvent } from '../event/write-event.ts'
import { eventContext } from '../event-context.ts'
import type { EventModel } from '../model/event.ts'
import type { PageReading } from '../model/page.ts'

/** Reads an event file, and the ontology files it names. */
export function readEvent(file: string): Promise<EventModel> {
  return readEventFile(file, eventContext)
}

/** Reads the text of an event file. `file` stands in error messages, and ontology files are looked up from its folder. */
export function parseEvent(
  yaml: string,
  { file = 'event.yaml' }: { file?: string } = {},
): Promise<EventModel> {
  return eventFrom(yaml, eventContext, file)
}

export interface BuildEventOptions extends EventWords {
  /** Pages about the event, from `readPage`: words, places and days are learned from them. */
  readonly pages?: readonly PageReading[]
  /** Maximum number of words, names and figures taken from the pages. Default: 75. */
  readonly terms?: number
}

export interface BuiltEvent {
  readonly event: EventModel
  /** The text of the event file, to be saved, edited and crawled for. */
  readonly yaml: string
}

/** Builds an event from words, from pages about it, or from both. */
export function buildEvent({ pages = [], terms, ...words }: BuildEventOptions): BuiltEvent {
  const yaml = writeEvent(draftEvent(words, pages, { terms }))
  return { event: parseEventText(yaml, eventContext, 'the new event'), yaml }
}
