/** The data of a kept page that sampling needs. */
export interface DatedPage {
  readonly order: number
  readonly published: string | null
  readonly relevance: number
}

/**
 * Selects the pages to read if there are more than `most`: half of them by relevance; the others in rounds, the best remaining page
 * of each day, so that every day of the event is covered. In the order of fetching.
 */
export function samplePages<Page extends DatedPage>(pages: readonly Page[], most: number): Page[] {
  const ranked = [...pages].sort((a, b) => b.relevance - a.relevance || a.order - b.order)
  if (ranked.length <= most) return ranked.sort((a, b) => a.order - b.order)
  const half = Math.ceil(most / 2)
  const chosen = ranked.slice(0, half)
  const rounds = new Map<string, number>()
  const rest = ranked.slice(half).map((page) => {
    const day = page.published ?? ''
    const round = rounds.get(day) ?? 0
    rounds.set(day, round + 1)
    return { page, round }
  })
  // Sorting is stable: within a round the more relevant pages come first.
  rest.sort((a, b) => a.round - b.round)
  for (const { page } of rest.slice(0, most - half)) chosen.push(page)
  return chosen.sort((a, b) => a.order - b.order)
}
