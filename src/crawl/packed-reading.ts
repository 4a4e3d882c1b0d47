import type { LinkReading, PageReading, TagGroup } from '../model/page.ts'
import { readGroups } from '../page/tag-groups.ts'

/**
 * A page reading on its way between threads. A thousand small strings take longer to copy than the page took to parse its
 * links; a few long ones cost next to nothing. Terms stay behind: they are worked out where they are asked for.
 */
export interface PackedReading extends Omit<PageReading, 'groups' | 'links' | 'divisions'> {
  readonly texts: Readonly<Record<TagGroup, string>>
  readonly divisions: PackedStrings
  readonly links: PackedLinks
}

type PackedStrings = string | readonly string[]

interface PackedLinks {
  readonly count: number
  readonly urls: PackedStrings
  readonly anchors: PackedStrings
  readonly contexts: PackedStrings
  readonly divisions: Int32Array
  readonly positions: Float64Array
  /** Whatever else few links have, by the number of the link. */
  readonly more: ReadonlyMap<number, Partial<LinkReading>>
}

const NO_REL: readonly string[] = []

export function packReading({ groups, links, divisions, ...rest }: PageReading): PackedReading {
  const more = new Map<number, Partial<LinkReading>>()
  const places = new Int32Array(links.length)
  const positions = new Float64Array(links.length)
  for (let i = 0; i < links.length; i++) {
    const link = links[i] as LinkReading
    places[i] = link.division
    positions[i] = link.position
    const { rel, published } = link
    if (published !== undefined) more.set(i, { rel, published })
    else if (rel.length > 0) more.set(i, { rel })
  }
  return {
    ...rest,
    texts: {
      head: groups.head.text,
      heading: groups.heading.text,
      emphasis: groups.emphasis.text,
      body: groups.body.text,
      other: groups.other.text,
    },
    divisions: packStrings(divisions),
    links: {
      count: links.length,
      urls: packStrings(links.map(({ url }) => url)),
      anchors: packStrings(links.map(({ anchor }) => anchor)),
      contexts: packStrings(links.map(({ context }) => context)),
      divisions: places,
      positions,
      more,
    },
  }
}

export function unpackReading({ texts, links: packed, divisions, ...rest }: PackedReading): PageReading {
  const urls = unpackStrings(packed.urls)
  const anchors = unpackStrings(packed.anchors)
  const contexts = unpackStrings(packed.contexts)
  const links = new Array<LinkReading>(packed.count)
  for (let i = 0; i < packed.count; i++) {
    const link = {
      url: urls[i] ?? '',
      anchor: anchors[i] ?? '',
      context: contexts[i] ?? '',
      division: packed.divisions[i] ?? 0,
      rel: NO_REL,
      position: packed.positions[i] ?? 0,
    }
    const more = packed.more.get(i)
    links[i] = more ? Object.assign(link, more) : link
  }
  return { ...rest, groups: readGroups(texts, rest.language), links, divisions: unpackStrings(divisions) }
}

/** White space is folded in what pages say, so that lines separate; what does hold one travels as it is. */
function packStrings(strings: readonly string[]): PackedStrings {
  const joined = strings.join('\n')
  let lines = 1
  for (let at = joined.indexOf('\n'); at >= 0; at = joined.indexOf('\n', at + 1)) lines++
  return strings.length > 0 && lines === strings.length ? joined : strings
}

function unpackStrings(packed: PackedStrings): readonly string[] {
  return typeof packed === 'string' ? packed.split('\n') : packed
}
