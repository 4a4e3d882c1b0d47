import type { LinkReading, PageReading } from '../../model/page.ts'
import { type GroupParts, partsOf, readGroups } from '../../page/tag-groups.ts'

/**
 * A page reading as it is sent between processes. Copying a thousand small strings takes longer than parsing the links of
 * the page; a few long ones cost next to nothing. Terms are not sent: the receiver computes them on demand.
 */
export interface PackedReading extends Omit<PageReading, 'groups' | 'links' | 'divisions' | 'divSpans'> {
  readonly groups: GroupParts
  readonly divisions: PackedStrings
  /** Two numbers for each division. */
  readonly divSpans: Int32Array | undefined
  readonly links: PackedLinks
}

/** Strings one after the other, and where each of them ends. */
interface PackedStrings {
  readonly joined: string
  readonly ends: Int32Array
}

interface PackedLinks {
  readonly urls: string
  readonly anchors: string
  readonly contexts: string
  /** `NUMBERS` for each link: where its url, anchor and context end, its division and its position. */
  readonly numbers: Float64Array
  /** Fields that few links have, by the index of the link. */
  readonly more: ReadonlyMap<number, Partial<LinkReading>>
}

const NUMBERS = 5
const NO_REL: readonly string[] = []

export function packReading({ groups, links, divisions, divSpans, ...rest }: PageReading): PackedReading {
  return {
    ...rest,
    groups: partsOf(groups),
    divisions: packStrings(divisions),
    divSpans: divSpans && Int32Array.from(divSpans.flat()),
    links: packLinks(links),
  }
}

export function unpackReading({ groups, links, divisions, divSpans, ...rest }: PackedReading): PageReading {
  return {
    ...rest,
    groups: readGroups(groups, rest.text, rest.language),
    links: unpackLinks(links),
    divisions: unpackStrings(divisions),
    ...(divSpans && { divSpans: unpackSpans(divSpans) }),
  }
}

function packLinks(links: readonly LinkReading[]): PackedLinks {
  const more = new Map<number, Partial<LinkReading>>()
  const numbers = new Float64Array(links.length * NUMBERS)
  let [urls, anchors, contexts] = ['', '', '']
  for (let i = 0, at = 0; i < links.length; i++, at += NUMBERS) {
    const { url, anchor, context, division, position, rel, published } = links[i] as LinkReading
    urls += url
    anchors += anchor
    contexts += context
    numbers[at] = urls.length
    numbers[at + 1] = anchors.length
    numbers[at + 2] = contexts.length
    numbers[at + 3] = division
    numbers[at + 4] = position
    if (published !== undefined) more.set(i, { rel, published })
    else if (rel.length > 0) more.set(i, { rel })
  }
  return { urls, anchors, contexts, numbers, more }
}

function unpackLinks({ urls, anchors, contexts, numbers, more }: PackedLinks): LinkReading[] {
  const links = new Array<LinkReading>(numbers.length / NUMBERS)
  let [url, anchor, context] = [0, 0, 0]
  for (let i = 0, at = 0; i < links.length; i++, at += NUMBERS) {
    const urlEnd = numbers[at] as number
    const anchorEnd = numbers[at + 1] as number
    const contextEnd = numbers[at + 2] as number
    const link = {
      url: urls.slice(url, urlEnd),
      anchor: anchors.slice(anchor, anchorEnd),
      context: contexts.slice(context, contextEnd),
      division: numbers[at + 3] as number,
      rel: NO_REL,
      position: numbers[at + 4] as number,
    }
    url = urlEnd
    anchor = anchorEnd
    context = contextEnd
    const rest = more.get(i)
    links[i] = rest ? Object.assign(link, rest) : link
  }
  return links
}

function packStrings(strings: readonly string[]): PackedStrings {
  const ends = new Int32Array(strings.length)
  let end = 0
  for (let i = 0; i < strings.length; i++) {
    end += (strings[i] as string).length
    ends[i] = end
  }
  return { joined: strings.join(''), ends }
}

function unpackStrings({ joined, ends }: PackedStrings): readonly string[] {
  let start = 0
  return Array.from(ends, (end) => {
    const string = joined.slice(start, end)
    start = end
    return string
  })
}

function unpackSpans(numbers: Int32Array): [number, number][] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0])
}
