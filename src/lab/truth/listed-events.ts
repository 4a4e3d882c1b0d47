import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { draftEvent } from '../../event/draft-event.ts'
import { type EventContext, parseEvent } from '../../event/event-file.ts'
import { writeEvent } from '../../event/write-event.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import type { PageReading } from '../../model/page.ts'
import { unreadable } from '../../model/unreadable-file.ts'
import { calendarNames } from '../../text/calendar-names.ts'
import { termsOf } from '../../text/terms.ts'

const LISTED = z.object({
  event: z.string().min(1),
  start: z.string().optional(),
  places: z.array(z.object({ name: z.string() })).default([]),
  seed: z.union([z.string(), z.array(z.string()).min(1)]),
  relevant: z.array(z.string()).min(1),
  unsure: z.array(z.string()).default([]),
  stories: z.array(z.array(z.string())).default([]),
  core: z.boolean().default(true),
})

/** An event of a list: what a user would know, and the labels. */
export type ListedEvent = z.infer<typeof LISTED>

/** Reads a list of events; one invalid entry refuses the whole file. */
export async function readEventList(file: string, only: 'all' | 'core'): Promise<ListedEvent[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new EventideError('event-list', `${file} is not valid JSON`, { cause })
  }
  const read = z.array(LISTED).safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new EventideError('event-list', `${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
  }
  const events = only === 'core' ? read.data.filter((event) => event.core) : read.data
  if (events.length === 0) throw new EventideError('event-list', `${file} lists no events`)
  return events
}

export function seedsOf({ seed }: ListedEvent): readonly string[] {
  return typeof seed === 'string' ? [seed] : seed
}

/**
 * Builds the event as `eventide event new` would from what a user knows: the words of its name, its places, its first day
 * and the seed pages. The lists of relevant pages are not used.
 */
export function eventFromListed(
  listed: ListedEvent,
  seedPages: readonly PageReading[],
  eventContext: EventContext,
): EventModel {
  const { event: name, start, places } = listed
  const where = places.flatMap((place) => knownPlace(place.name, eventContext) ?? [])
  const what = wordsOf(name, places.map((place) => place.name).join(' '))
  const draft = draftEvent({ name, what, where, start }, seedPages, { terms: MODEL_TERMS })
  return parseEvent(writeEvent(draft), eventContext, name)
}

/** The default of `eventide event new`. */
const MODEL_TERMS = 50

/** The distinctive words of a name: without stop words, years, months and places. */
function wordsOf(name: string, places: string): string[] {
  const excluded = new Set([...calendarNames('en'), places].flatMap((text) => termsOf(text, 'en')))
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
  const distinctive = words.filter((word) => termsOf(word, 'en').some((stem) => !excluded.has(stem)))
  return [...new Set(distinctive.length > 0 ? distinctive : words)]
}

/** Generalizes a place until the gazetteer knows it: "Delta, Country", then "Country". */
function knownPlace(name: string, eventContext: EventContext): string | undefined {
  const parts = name.split(',').map((part) => part.trim())
  for (let i = 0; i < parts.length; i++) {
    const candidate = parts.slice(i).join(', ')
    if (candidate !== '' && eventContext.places.resolve(candidate)) return candidate
  }
  return undefined
}
