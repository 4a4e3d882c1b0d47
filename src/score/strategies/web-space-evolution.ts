import { z } from 'zod'
import { defineStrategy } from '../definition.ts'
import { drawSalt, keyedRandom } from '../features/keyed-random.ts'
import { tagVerdict } from '../features/tag-judge.ts'
import { TAG_OPTIONS, TagReader } from '../features/tag-topic.ts'
import { createVocabulary, eventWords } from '../features/topic-words.ts'
import { wordPriority } from '../features/word-priority.ts'
import { WebSpaces } from './web-space-evolution/web-spaces.ts'

const options = z.strictObject({
  ...TAG_OPTIONS,
  growth: z.number().min(1).max(10).default(1.5).describe('what a relevant page multiplies its space by'),
  decline: z.number().min(0.01).max(1).default(0.75).describe('what any other page multiplies its space by'),
  least: z.number().min(0.001).max(1).default(0.05).describe('size below which no space shrinks'),
  most: z.number().min(1).max(1000).default(10).describe('size above which no space grows'),
  mutation: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('chance that any link of a space is taken, not its best'),
  spaces: z.number().int().min(1).max(5_000_000).default(50_000).describe('hosts whose size is remembered'),
  best: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(64)
    .describe('best links of the ready hosts to choose from'),
  random: z.number().int().min(0).max(10_000).default(64).describe('random links of those hosts beside them'),
})

const STATE = z.object({ salt: z.number(), pages: z.number(), spaces: z.unknown() })

/** WSE: hosts are spaces of the web that grow with what they yield. */
export const webSpaceEvolution = defineStrategy({
  summary: 'words by where they stand; hosts are drawn by what they have yielded so far',
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
      score: (links, from) => links.map((link) => wordPriority(link, from, vocabulary)),
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
