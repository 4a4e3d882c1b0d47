import type { EventModel } from '../model/event.ts'

/** An event of these words and nothing else, unless given. */
export function sampleEvent(
  words: Readonly<Record<string, number>>,
  given: Partial<EventModel> = {},
): EventModel {
  return {
    name: 'sample',
    what: Object.entries(words).map(([term, weight]) => ({ term, weight })),
    where: [],
    when: { interest: [] },
    who: [],
    languages: ['en'],
    seeds: [],
    ...given,
  }
}
