import { z } from 'zod'
import { defineStrategy } from '../definition.ts'
import { drawSalt, keyedRandom } from '../features/keyed-random.ts'
import { PARENT_SHARE } from '../features/parent-share.ts'
import { tagVerdict } from '../features/tag-judge.ts'
import { TAG_OPTIONS, TagReader } from '../features/tag-topic.ts'
import { createVocabulary, eventWords } from '../features/topic-words.ts'
import { wordPriority } from '../features/word-priority.ts'
import { WebSpaces } from './web-space-evolution/web-spaces.ts'

const options = z.strictObject({
  ...TAG_OPTIONS,
  parent: PARENT_SHARE,
  growth: z
    .number()
    .min(1)
    .max(10)
    .default(1.5)
    .describe('factor by which a host grows with a relevant page'),
  decline: z
    .number()
    .min(0.01)
    .max(1)
    .default(0.75)
    .describe('factor by which a host shrinks with an irrelevant page'),
  least: z.number().min(0.001).max(1).default(0.05).describe('minimum size of a host'),
  most: z.number().min(1).max(1000).default(10).describe('maximum size of a host'),
  mutation: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('probability of taking a random link of the host instead of its best'),
  spaces: z
    .number()
    .int()
    .min(1)
    .max(5_000_000)
    .default(50_000)
    .describe('maximum number of hosts whose size is remembered'),
  best: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(64)
    .describe('number of best links of ready hosts to choose from'),
  random: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(64)
    .describe('number of random links of ready hosts to choose from'),
})

const STATE = z.object({ salt: z.number(), pages: z.number(), spaces: z.unknown() })

/** WSE: hosts are spaces of the web that grow with their yield. */
export const webSpaceEvolution = defineStrategy({
  summary: 'tag-weighted topic; hosts drawn at random by their yield so far',
  from: 'the web space evolution (WSE) that OA compares with; its paper is not among the sources, the definition is ours',
  options,
  create({ event, random }, settings) {
    const vocabulary = createVocabulary(eventWords(event))
    const [topic] = vocabulary.topics
    const tags = new TagReader(vocabulary, settings)
    const spaces = new WebSpaces(settings)
    let salt = drawSalt(random)
    let pages = 0
    return {
      name: 'web-space-evolution',
      view: { best: settings.best, random: settings.random },
      judge: (page) => tagVerdict(page, tags, topic, settings.sigma),
      score: (links, from) => links.map((link) => wordPriority(link, from, vocabulary, settings.parent)),
      observe({ host, relevant }) {
        pages++
        spaces.observe(host, relevant)
      },
      select: (candidates, n) =>
        spaces.select(candidates, n, keyedRandom(salt, `${pages} ${candidates.length} ${candidates[0]?.id}`)),
      snapshot: () => ({ salt, pages, spaces: spaces.snapshot() }),
      restore(state) {
        const saved = STATE.safeParse(state).data
        if (!saved) return
        salt = saved.salt
        pages = saved.pages
        spaces.restore(saved.spaces)
      },
    }
  },
})
