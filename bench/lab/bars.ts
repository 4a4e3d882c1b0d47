// The targets of the comparison of strategies, each measured by labels in one run:
//   npx tsx bench/lab/bars.ts <data folder> [--only context,ranks,temporal,places,seeds] [--random-seeds 5] [--jobs 2]
import { parseArgs } from 'node:util'
import { type Bar, type BarOptions, DEFAULT_JOBS } from './bar.ts'
import { ranks, temporalIntent, theContext } from './crawls.ts'
import { placeNames } from './judging.ts'
import { seedSources } from './seeds.ts'

const PARTS: ReadonlyMap<string, (options: BarOptions) => Promise<Bar[]>> = new Map([
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
if (!data) throw new Error('Usage: npx tsx bench/lab/bars.ts <data folder>')
const options = { data, randomSeeds: Number(values['random-seeds']), jobs: Number(values.jobs) }

const bars: Bar[] = []
for (const name of values.only.split(',')) {
  const part = PARTS.get(name)
  if (!part) throw new Error(`There is no part "${name}". Choose among ${[...PARTS.keys()].join(', ')}`)
  bars.push(...(await part(options)))
}
console.log('| measure | figure | target | | comparison |\n|---|--:|--:|---|---|')
for (const { what, figure, bar, beside } of bars) {
  const met = bar === undefined ? '' : passes(figure, bar) ? 'PASS' : 'MISS'
  console.log(`| ${what} | ${figure.toFixed(3)} | ${bar ?? ''} | ${met} | ${beside} |`)
}

/** A target of 0 must be exceeded, not just reached. */
function passes(figure: number, bar: number): boolean {
  return bar === 0 ? figure > 0 : figure >= bar
}
