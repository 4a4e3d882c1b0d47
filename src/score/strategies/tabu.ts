import { z } from 'zod'
import { defineStrategy } from '../definition.ts'
import { createVocabulary, eventWords } from '../features/topic-words.ts'
import { createTabuCrawler, TABU_CRAWLER_OPTIONS } from './tabu/tabu-crawler.ts'

const options = z.strictObject({
  ...TABU_CRAWLER_OPTIONS,
  eta: z.number().min(0).max(1).default(0).describe('links below this priority are recorded but not queued'),
})

/** ITS: recently visited hosts and neighbourhoods of links are tabu for some pages, unless a link there is outstanding. */
export const tabu = defineStrategy({
  summary: 'tag-weighted topic; recently visited hosts and neighbourhoods of links are tabu for a while',
  from: 'the improved tabu search (ITS) that OA compares with; its paper is not among the sources, the definition is ours',
  options,
  create: ({ event }, settings) => createTabuCrawler('tabu', createVocabulary(eventWords(event)), settings),
})
