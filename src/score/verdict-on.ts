import type { PageReading } from '../model/page.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Strategy } from './strategy.ts'

/**
 * The verdict of a strategy on a page, except that feeds and sitemaps are never kept: they only list pages. Their relevance stays as it is,
 * because it counts for the links on them.
 */
export function verdictOn(page: PageReading, strategy: Strategy): Verdict {
  const verdict = strategy.judge(page)
  if (page.form === 'page') return verdict
  const form = {
    value: null,
    weight: 0,
    because: [`a ${page.form}: its links are followed, but it is not kept`],
  }
  return { ...verdict, relevant: false, evidence: { ...verdict.evidence, form } }
}
