import type { PageReading } from '../../model/page.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { TagReader } from './tag-topic.ts'
import type { Topic } from './topic-words.ts'

/** Pages above sigma are relevant. The evidence states which words were used. */
export function tagVerdict(page: PageReading, tags: TagReader, topic: Topic, sigma: number): Verdict {
  const { value, because } = tags.relevance(page, topic)
  const evidence = {
    topic: { value, weight: 1, because },
    words: { value: null, weight: 0, because: [`judged by ${topic.from}`] },
  }
  return { relevance: value, relevant: value > sigma, evidence }
}
