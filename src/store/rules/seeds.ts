import type { NewItem } from '../../model/crawl.ts'

/** A seed, or what a seed redirects to: reached without following a link. */
export function isSeed({ depth }: Pick<NewItem, 'depth'>): boolean {
  return depth === 0
}

/** True when somebody named the URL as a seed, rather than reaching it from another page. */
export function isNamedSeed({ depth, parent }: Pick<NewItem, 'depth' | 'parent'>): boolean {
  return depth === 0 && parent === null
}
