import type { PageReading } from '../model/page.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Strategy } from './strategy.ts'

/**
 * What a strategy decides about a page, except that feeds and sitemaps are never kept: they say where pages are. Their
 * relevance stands, so that their links count as found in good company.
 */
export function verdictOn(page: PageReading, strategy: Strategy): Verdict {
  const verdict = strategy.judge(page)
  if (page.form === 'page') return verdict
  const form = {
    value: null,
    weight: 0,
    because: [`a ${page.form}: its links are followed, itself is not kept`],
  }
  return { ...verdict, relevant: false, evidence: { ...verdict.evidence, form } }
}
