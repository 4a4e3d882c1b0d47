import type { LinkReading, PageReading } from '../../../model/page.ts'
import type { EvidencePart } from '../../../model/verdict.ts'
import type { TermCounter } from '../../../text/term-counter.ts'
import { termEvidence } from '../../features/term-evidence.ts'

type Share = Pick<EvidencePart, 'because'> & { readonly value: number }

/** What counts as the division of a link: the smallest block element around it, or the smallest `div`. */
export type DivisionKind = 'blocks' | 'div'

/** Characters of a `div` that are read: it may hold the whole page. Blocks are cut as short when the page is read. */
const MAX_DIV_LENGTH = 1_000

/** The share of the event's terms that occur in the division of a link (LS 4.3). A division is read once for all its links. */
export function createDivisionShare(
  counter: TermCounter,
  kind: DivisionKind,
): (link: LinkReading, page: PageReading) => Share {
  const read = new WeakMap<PageReading, Map<number, Share>>()
  return (link, page) => {
    let shares = read.get(page)
    if (!shares) {
      shares = new Map()
      read.set(page, shares)
    }
    let share = shares.get(link.division)
    if (!share) {
      const text = divisionText(page, link.division, kind)
      if (text === undefined) return { value: 0, because: [] }
      const found = counter.countText(text, page.language)
      const present = found.filter((count) => count > 0).length
      share = {
        value: found.length > 0 ? present / found.length : 0,
        because: termEvidence(counter.terms, found, counter.weights),
      }
      shares.set(link.division, share)
    }
    return share
  }
}

function divisionText(page: PageReading, division: number, kind: DivisionKind): string | undefined {
  const block = page.divisions[division]
  const span = kind === 'div' ? page.divSpans?.[division] : undefined
  // Feeds, sitemaps and plain text have no elements: their blocks are all there is.
  if (block === undefined || !span) return block
  return page.text.slice(span[0], Math.min(span[1], span[0] + MAX_DIV_LENGTH))
}
