import { z } from 'zod'
import type { JudgedPage } from '../../../model/crawl.ts'
import type { LinkReading } from '../../../model/page.ts'
import type { LinkScore } from '../../../model/verdict.ts'
import type { StrategyContext } from '../../definition.ts'
import { drawSalt, keyedRandom } from '../../features/keyed-random.ts'
import { tagVerdict } from '../../features/tag-judge.ts'
import { TAG_OPTIONS, TagReader, type TagWeights } from '../../features/tag-topic.ts'
import type { Vocabulary } from '../../features/topic-words.ts'
import type { Strategy } from '../../strategy.ts'
import {
  ANNEALING_OPTIONS,
  type AnnealingSettings,
  selectByAnnealing,
  startTemperature,
} from './annealing-selection.ts'
import { CPEM_OPTIONS, Cpem, type CpemSettings, type LinkPriority } from './cpem.ts'

/** What the crawlers of OA have in common. */
export const ANNEALING_CRAWLER_OPTIONS = { ...TAG_OPTIONS, ...CPEM_OPTIONS, ...ANNEALING_OPTIONS }

export type AnnealingCrawlerSettings = TagWeights &
  CpemSettings &
  AnnealingSettings & {
    readonly sigma: number
    /** Links below this priority are recorded but not queued. */
    readonly eta: number
    readonly best: number
    readonly random: number
  }

export interface AnnealingCrawler {
  readonly name: string
  /** Pages are judged and links scored by its first topic. */
  readonly vocabulary: Vocabulary
  /** A filter that a link has to pass before its priority counts. */
  readonly filter?: (link: LinkPriority) => LinkScore
}

const STATE = z.object({ salt: z.number(), pages: z.number(), cpem: z.unknown() })

/**
 * Judges pages by tag-weighted words, scores links by CPEM, and chooses the next link by annealing: FCSA and its variants (OA algorithms 2
 * and 3).
 */
export function createAnnealingCrawler(
  context: StrategyContext,
  settings: AnnealingCrawlerSettings,
  { name, vocabulary, filter = ({ score, evidence }) => ({ score, evidence }) }: AnnealingCrawler,
): Strategy {
  const { random, canonical } = context
  const [topic] = vocabulary.topics
  const tags = new TagReader(vocabulary, settings)
  const cpem = new Cpem(vocabulary, topic, settings, canonical)
  let salt = drawSalt(random)
  let pages = 0

  const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
    const filtered = filter(cpem.score(link, from))
    if (filtered.excluded !== undefined || filtered.score >= settings.eta) return filtered
    return { ...filtered, excluded: 'priority-filter' }
  }

  return {
    name,
    view: { best: settings.best, random: settings.random },
    judge: (page) => tagVerdict(page, tags, topic, settings.sigma),
    score: (links, from) => links.map((link) => scoreLink(link, from)),
    remember: (from, found) => cpem.remember(from, tags.held(from.page), found),
    observe(observation) {
      pages++
      cpem.observe(observation)
    },
    select(candidates, n) {
      const draws = keyedRandom(salt, `${pages} ${candidates.length} ${candidates[0]?.id}`)
      const temperature = startTemperature(settings, pages, context.pageBudget)
      return selectByAnnealing(candidates, n, settings, temperature, draws)
    },
    snapshot: () => ({ salt, pages, cpem: cpem.snapshot() }),
    restore(state) {
      const saved = STATE.safeParse(state).data
      if (!saved) return
      salt = saved.salt
      pages = saved.pages
      cpem.restore(saved.cpem)
    },
  }
}
