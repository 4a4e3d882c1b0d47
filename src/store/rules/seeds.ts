import type { NewItem } from '../../model/crawl.ts'

/** A seed, or what a seed redirects to: reached without following a link. */
export function isSeed({ depth }: Pick<NewItem, 'depth'>): boolean {
  return depth === 0
}

/** True when the URL was given as a seed, not found on another page. */
export function isNamedSeed({ depth, parent }: Pick<NewItem, 'depth' | 'parent'>): boolean {
  return depth === 0 && parent === null
}
