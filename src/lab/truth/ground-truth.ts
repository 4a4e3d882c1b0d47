import { canonicalUrl } from '../../frontier/canonical-url.ts'
import type { GroundTruth, Label, SimulatedWeb } from '../web/web.ts'

/** Labelled pages, given as lists of URLs. */
export interface NamedPages {
  readonly relevant: Iterable<string>
  /** Not counted. */
  readonly unsure?: Iterable<string>
  /** Versions of one story; any other page is a story of its own. */
  readonly stories?: readonly (readonly string[])[]
  /** Irrelevant pages. If omitted, every unlisted page is irrelevant; otherwise unlisted pages are not counted. */
  readonly irrelevant?: Iterable<string>
}

/** Labels by lists of URLs. URLs that the web does not have are ignored. */
export function truthFromLists(pages: NamedPages, has: (url: string) => boolean): GroundTruth {
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

/** The labels of the example web. Stories from one agency dispatch are versions of each other. */
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
