import type { JudgedPage } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import { topicCosine, type Vocabulary, wordCounts, wordEvidence } from './topic-words.ts'
import { urlTokens } from './url-tokens.ts'

/** Longer anchors are truncated. */
const MAX_ANCHOR_LENGTH = 1_000

/** Scores a link by its own topic words and, with this share, its parent (EV 3.2). */
export function wordPriority(
  link: LinkReading,
  from: JudgedPage,
  vocabulary: Vocabulary,
  parentShare: number,
): LinkScore {
  const [topic] = vocabulary.topics
  const text = `${urlTokens(link.url).join(' ')} ${link.anchor.slice(0, MAX_ANCHOR_LENGTH)}`
  const counts = wordCounts(vocabulary.counter.countText(text, from.page.language))
  const anchor = {
    value: topicCosine(topic, counts),
    weight: 1 - parentShare,
    because: wordEvidence(vocabulary, topic, counts),
  }
  const parent = { value: from.verdict.relevance, weight: parentShare, because: [from.page.url] }
  const score = anchor.value * anchor.weight + parent.value * parent.weight
  return { score: Math.min(1, score), evidence: { anchor, parent } }
}
