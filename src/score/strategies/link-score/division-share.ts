import type { LinkReading, PageReading } from '../../../model/page.ts'
import type { EvidencePart } from '../../../model/verdict.ts'
import type { TermCounter } from '../../../text/term-counter.ts'
import { told } from '../../features/told.ts'

type Share = Pick<EvidencePart, 'because'> & { readonly value: number }

/**
 * The share of the event's terms that occur in the smallest block which holds a link (LS 4.3). A block is read once,
 * however many links stand in it.
 */
export function createDivisionShare(counter: TermCounter): (link: LinkReading, page: PageReading) => Share {
  const read = new WeakMap<PageReading, Map<number, Share>>()
  return (link, page) => {
    let shares = read.get(page)
    if (!shares) {
      shares = new Map()
      read.set(page, shares)
    }
    const text = page.divisions[link.division]
    if (text === undefined) return { value: 0, because: [] }
    let share = shares.get(link.division)
    if (!share) {
      const found = counter.countText(text, page.language)
      const present = found.filter((count) => count > 0).length
      share = {
        value: found.length > 0 ? present / found.length : 0,
        because: told(counter.terms, found, counter.weights),
      }
      shares.set(link.division, share)
    }
    return share
  }
}
