// Are the probabilities of adaptive calibrated? `npx tsx bench/lab/chances.ts [--web 20000] [--pages 1500] [--random-seeds 3]`.
// Crawls the example web and compares the probability each link had when it was found with the label of its page.
// Links that relevant never fetched are not included: for a good crawler those are the unlikely ones.
import { parseArgs } from 'node:util'
import { runCrawl } from '../../src/lab/crawl/run-crawl.ts'
import { type LabSetup, specificationOf } from '../../src/lab/setup.ts'
import { TrialEnvironments } from '../../src/lab/trials/trial-environment.ts'

const BINS = 10
const { values } = parseArgs({
  options: {
    web: { type: 'string', default: '20000' },
    pages: { type: 'string', default: '1500' },
    'random-seeds': { type: 'string', default: '3' },
  },
})
const seeds = Array.from({ length: Number(values['random-seeds']) }, (_, i) => i + 1)
const setup: LabSetup = {
  web: { kind: 'example', pages: Number(values.web) },
  goal: { kind: 'own', seeds: [] },
  strategies: [{ name: 'adaptive', options: {}, label: 'adaptive' }],
  pages: Number(values.pages),
  randomSeeds: seeds,
  concurrency: 1,
  delayMs: 0,
  points: 1,
}
const environments = new TrialEnvironments(setup)
const bins = Array.from({ length: BINS }, () => ({ n: 0, predicted: 0, relevant: 0 }))
let squares = 0
let all = 0
let right = 0
for (const randomSeed of seeds) {
  const { event, seeds: start, truth, cache, now } = await environments.open({ event: 0, randomSeed })
  const strategy = { name: 'adaptive', options: {} }
  const task = { event, seeds: start, strategy, randomSeed, shuffle: false, now }
  const { pages } = await runCrawl(task, cache, specificationOf(setup), {
    signal: new AbortController().signal,
  })
  for (const { url, evidence } of pages) {
    const chance = evidence.chance?.value
    const relevant = truth?.label(url)?.relevant
    if (typeof chance !== 'number' || typeof relevant !== 'boolean') continue
    const bin = bins[Math.min(BINS - 1, Math.floor(chance * BINS))]
    if (!bin) continue
    bin.n++
    bin.predicted += chance
    bin.relevant += Number(relevant)
    squares += (chance - Number(relevant)) ** 2
    right += Number(relevant)
    all++
  }
}
await environments.close()
console.log('| probability | links | predicted | relevant |\n|---|--:|--:|--:|')
for (const [i, { n, predicted, relevant }] of bins.entries())
  if (n > 0)
    console.log(
      `| ${(i / BINS).toFixed(1)} to ${((i + 1) / BINS).toFixed(1)} | ${n} | ${(predicted / n).toFixed(3)} | ${(relevant / n).toFixed(3)} |`,
    )
const gap = bins.reduce((sum, { predicted, relevant }) => sum + Math.abs(predicted - relevant), 0) / all
const base = right / all
console.log(
  `\n${all} links; Brier score ${(squares / all).toFixed(4)} (${(base * (1 - base)).toFixed(4)} for always predicting ${base.toFixed(2)}); mean gap ${gap.toFixed(3)}`,
)
