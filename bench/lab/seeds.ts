import { canonicalUrl } from '../../src/frontier/canonical-url.ts'
import type { LabSetup } from '../../src/lab/setup.ts'
import { strategySpecsOf } from '../../src/lab/setup-from-options.ts'
import { runTrial } from '../../src/lab/trials/run-trial.ts'
import { TrialEnvironments } from '../../src/lab/trials/trial-environment.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import { type MeasuredTarget, meanOf, seedsOf, type TargetOptions } from './target.ts'

const WEB_PAGES = 200_000
const PAGES = 1000
const SIZES = [10, 50, 100]

/**
 * EV's seed experiment: K seeds, one from each of the K sources with most relevant pages, or two from each of half as many;
 * 1,000 pages with the event model. EV's tables 11 and 12 say: the former finds more, and from more sources.
 */
export async function seedSources(options: TargetOptions): Promise<MeasuredTarget[]> {
  const setup: LabSetup = {
    web: { kind: 'example', pages: WEB_PAGES },
    goal: { kind: 'own', seeds: [] },
    strategies: strategySpecsOf('event-model', []),
    randomSeeds: seedsOf(options),
    points: 10,
    pages: PAGES,
    concurrency: 1,
    delayMs: 0,
  }
  const environments = new TrialEnvironments(setup)
  const results = new Map<string, { harvest: number[]; sources: number[] }>()
  try {
    for (const randomSeed of setup.randomSeeds) {
      const trial = { event: 0, randomSeed }
      const environment = await environments.open(trial)
      const bySource = articlesBySource(randomSeed, [...(environment.truth?.relevant.keys() ?? [])])
      for (const k of SIZES) {
        for (const each of [1, 2]) {
          const seeds = bySource.slice(0, k / each).flatMap((urls) => urls.slice(0, each))
          if (seeds.length < k) throw new Error(`There are only ${seeds.length} seeds for K = ${k}`)
          const run = await runTrial(
            setup,
            trial,
            0,
            { ...environment, seeds },
            { signal: new AbortController().signal },
          )
          const { harvest = 0, sources = 0 } = run?.indices ?? {}
          console.error(
            `seed ${randomSeed}, K ${k}, ${each} each: harvest ${harvest?.toFixed(3)}, sources ${sources}`,
          )
          const known = results.get(`${k} ${each}`) ?? { harvest: [], sources: [] }
          known.harvest.push(harvest ?? 0)
          known.sources.push(sources ?? 0)
          results.set(`${k} ${each}`, known)
        }
      }
    }
  } finally {
    await environments.close()
  }
  return SIZES.flatMap((k) => {
    const [unique, half] = [results.get(`${k} 1`), results.get(`${k} 2`)]
    if (!unique || !half) return []
    const row = (name: 'harvest' | 'sources', digits: number): MeasuredTarget => ({
      what: `K = ${k} seeds: ${name}, unique sources less half as many`,
      figure: meanOf(unique[name]) - meanOf(half[name]),
      target: 0,
      beside: `${meanOf(unique[name]).toFixed(digits)}, ${meanOf(half[name]).toFixed(digits)}`,
    })
    return [row('harvest', 3), row('sources', 1)]
  })
}

/** Relevant articles by source, the source with most of them first (EV 7.3). */
function articlesBySource(seed: number, urls: readonly string[]): string[][] {
  const web = createExampleWeb({ pages: WEB_PAGES, seed })
  const groups = new Map<string, string[]>()
  for (const url of urls) {
    const source = canonicalUrl(url)?.source
    if (source === undefined || web.truth(url)?.kind !== 'article') continue
    groups.set(source, [...(groups.get(source) ?? []), url])
  }
  return [...groups.values()].filter((group) => group.length > 1).sort((a, b) => b.length - a.length)
}
