import type { JudgedPage } from '../../model/crawl.ts'

/** One part of what the link to a page promised, 0..1; null when it said nothing of the kind. */
export function linkPart({ link }: JudgedPage, part: string): number | null {
  const value = Object.hasOwn(link.evidence, part) ? link.evidence[part]?.value : null
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : null
}
