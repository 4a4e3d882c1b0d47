import type { JudgedPage } from '../../../model/crawl.ts'
import type { LinkReading } from '../../../model/page.ts'
import type { LinkScore } from '../../../model/verdict.ts'
import { PARENT_SHARE } from '../../features/parent-share.ts'
import { tagVerdict } from '../../features/tag-judge.ts'
import { TAG_OPTIONS, TagReader, type TagWeights } from '../../features/tag-topic.ts'
import type { Vocabulary } from '../../features/topic-words.ts'
import { wordPriority } from '../../features/word-priority.ts'
import type { Strategy } from '../../strategy.ts'
import { TABU_OPTIONS, TabuMemory, type TabuSettings } from './tabu-memory.ts'

/** What both tabu crawlers have in common. */
export const TABU_CRAWLER_OPTIONS = { ...TAG_OPTIONS, ...TABU_OPTIONS, parent: PARENT_SHARE }

export type TabuCrawlerSettings = TagWeights &
  TabuSettings & {
    readonly sigma: number
    /** Links under this priority are recorded, not queued. */
    readonly eta: number
    readonly best: number
    /** Share of the parent in a link's priority. */
    readonly parent: number
  }

/** Judges pages by tag-weighted words, scores links by their words and parent, and chooses the next link by tabu search. */
export function createTabuCrawler(
  name: string,
  vocabulary: Vocabulary,
  settings: TabuCrawlerSettings,
): Strategy {
  const [topic] = vocabulary.topics
  const tags = new TagReader(vocabulary, settings)
  const memory = new TabuMemory(settings)

  const scoreLink = (link: LinkReading, from: JudgedPage): LinkScore => {
    const scored = wordPriority(link, from, vocabulary, settings.parent)
    return scored.score < settings.eta ? { ...scored, excluded: 'priority-filter' } : scored
  }

  return {
    name,
    view: { best: settings.best, random: 0 },
    judge: (page) => tagVerdict(page, tags, topic, settings.sigma),
    score: (links, from) => links.map((link) => scoreLink(link, from)),
    observe: (observation) => memory.observe(observation),
    select: (candidates, n) => memory.select(candidates, n),
    snapshot: () => memory.snapshot(),
    restore: (state) => memory.restore(state),
  }
}
