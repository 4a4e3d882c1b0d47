import type { PageReading } from '../model/page.ts'
import type { EvidencePart, Verdict } from '../model/verdict.ts'
import { whyNotProse } from '../text/prose.ts'
import type { Strategy } from './strategy.ts'

/**
 * The verdict of a strategy on a page, with two exceptions. Feeds and sitemaps are never kept, because they only list pages; their relevance
 * stays as it is, because it counts for the links on them. A page whose text nobody would write is worth nothing, whatever its words.
 */
export function verdictOn(page: PageReading, strategy: Strategy): Verdict {
  const verdict = strategy.judge(page)
  if (page.form !== 'page')
    return revised(verdict, verdict.relevance, 'form', {
      value: null,
      weight: 0,
      because: [`a ${page.form}: its links are followed, but it is not kept`],
    })
  // Looked at only where it matters: it takes a while.
  const why = verdict.relevant ? whyNotProse(page.mainText || page.text, page.language) : null
  if (why === null) return verdict
  return revised(verdict, 0, 'prose', {
    value: 0,
    weight: 1,
    because: [`text does not read like prose: ${why}`],
  })
}

function revised(verdict: Verdict, relevance: number, name: string, part: EvidencePart): Verdict {
  return { relevance, relevant: false, evidence: { ...verdict.evidence, [name]: part } }
}
