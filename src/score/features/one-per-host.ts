import type { Candidate } from '../../model/crawl.ts'

/** The first `n` candidates, at most one per host. */
export function onePerHost(ranked: readonly Candidate[], n: number): Candidate[] {
  const hosts = new Set<string>()
  const chosen: Candidate[] = []
  for (const candidate of ranked) {
    if (chosen.length >= n) break
    if (hosts.has(candidate.host)) continue
    hosts.add(candidate.host)
    chosen.push(candidate)
  }
  return chosen
}
