import type { JudgedPage } from '../../model/crawl.ts'

/** The value of one part of the evidence of the link that led to a page, 0..1; null if the link has no such part. */
export function linkPart({ link }: JudgedPage, part: string): number | null {
  const value = Object.hasOwn(link.evidence, part) ? link.evidence[part]?.value : null
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : null
}
