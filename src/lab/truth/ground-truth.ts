import { canonicalUrl } from '../../frontier/canonical-url.ts'
import type { GroundTruth, Label, SimulatedWeb } from '../web/web.ts'

/** Pages people have named, on a web that can tell which addresses it has. */
export interface NamedPages {
  readonly relevant: Iterable<string>
  /** Counted neither right nor wrong. */
  readonly unsure?: Iterable<string>
  /** Versions of one story; a page that is in none is a story by itself. */
  readonly stories?: readonly (readonly string[])[]
  /** Known not to be relevant; without it every page that is not named is not. */
  readonly irrelevant?: Iterable<string>
}

/** The truth by lists of addresses. Named pages that the web does not have are left out. */
export function namedTruth(pages: NamedPages, has: (url: string) => boolean): GroundTruth {
  const storyOf = new Map<string, string>()
  for (const story of pages.stories ?? []) {
    const [first] = story
    if (first !== undefined) for (const url of story) storyOf.set(identity(url), identity(first))
  }
  const existing = (urls: Iterable<string> = []) => [...urls].filter(has).map(identity)
  const relevant = new Map(existing(pages.relevant).map((url) => [url, storyOf.get(url) ?? url]))
  const unsure = new Set(existing(pages.unsure))
  const irrelevant = pages.irrelevant && new Set(existing(pages.irrelevant))
  return {
    relevant,
    label(url): Label | null {
      if (!has(url)) return null
      const page = identity(url)
      const story = storyOf.get(page) ?? page
      if (relevant.has(page)) return { relevant: true, page, story }
      const open = unsure.has(page) || (irrelevant !== undefined && !irrelevant.has(page))
      return { relevant: open ? null : false, page, story }
    },
  }
}

/** The truth the example web is made from. Stories of one agency dispatch are versions of each other. */
export function exampleTruth(web: SimulatedWeb): GroundTruth {
  const relevant = new Map<string, string>()
  for (const url of web.pages()) {
    const truth = web.truth(url)
    if (truth?.relevant) relevant.set(url, truth.nearDuplicateOf ?? url)
  }
  return {
    relevant,
    label(url): Label | null {
      const truth = web.truth(url)
      if (!truth) return null
      const page = truth.duplicateOf ?? url
      return { relevant: truth.relevant, page, story: truth.nearDuplicateOf ?? page }
    },
  }
}

function identity(url: string): string {
  return canonicalUrl(url)?.canonicalUrl ?? url
}
