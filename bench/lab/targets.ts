// The targets of the comparison of strategies, each measured by labels in one run:
//   npx tsx bench/lab/targets.ts <data folder> [--only context,ranks,temporal,places,seeds] [--random-seeds 5] [--jobs 2]
import { parseArgs } from 'node:util'
import { ranks, temporalIntent, theContext } from './crawls.ts'
import { placeNames } from './judging.ts'
import { seedSources } from './seeds.ts'
import { DEFAULT_JOBS, type MeasuredTarget, type TargetOptions } from './target.ts'

const PARTS: ReadonlyMap<string, (options: TargetOptions) => Promise<MeasuredTarget[]>> = new Map([
  ['context', theContext],
  ['ranks', ranks],
  ['temporal', temporalIntent],
  ['places', placeNames],
  ['seeds', seedSources],
])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: [...PARTS.keys()].join(',') },
    'random-seeds': { type: 'string', default: '5' },
    jobs: { type: 'string', default: String(DEFAULT_JOBS) },
  },
})
const [data] = positionals
if (!data) throw new Error('Usage: npx tsx bench/lab/targets.ts <data folder>')
const options = { data, randomSeeds: Number(values['random-seeds']), jobs: Number(values.jobs) }

const measured: MeasuredTarget[] = []
for (const name of values.only.split(',')) {
  const part = PARTS.get(name)
  if (!part) throw new Error(`There is no part "${name}". Choose among ${[...PARTS.keys()].join(', ')}`)
  measured.push(...(await part(options)))
}
console.log('| measure | figure | target | | comparison |\n|---|--:|--:|---|---|')
for (const { what, figure, target, beside } of measured) {
  const met = target === undefined ? '' : passes(figure, target) ? 'PASS' : 'MISS'
  console.log(`| ${what} | ${figure.toFixed(3)} | ${target ?? ''} | ${met} | ${beside} |`)
}

/** A target of 0 must be exceeded, not just reached. */
function passes(figure: number, target: number): boolean {
  return target === 0 ? figure > 0 : figure >= target
}
