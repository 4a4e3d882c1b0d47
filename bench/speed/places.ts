import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { searchPlaces } from '../../src/place/place-search.ts'
import { placesAt } from '../../src/place/places-at.ts'

/** Typical input, letter by letter, in several scripts, with typing errors and with the country appended. */
const TYPED = [
  'London',
  'Springfield, Mass',
  'San Jose',
  'Taclobann',
  'Zhengzhuo',
  '北京市',
  'Санкт-Петербург',
  'القاهرة',
  'St. Louis',
]
const POINTS = [
  [11.24, 125],
  [48.85, 2.35],
  [34.75, 113.65],
  [0, -150],
  [-16.8, -179.99],
] as const
const ROUNDS = 10

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function measured(name: string, work: readonly (() => void)[]): void {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const one of work) {
      const begun = processorMs()
      one()
      times.push(processorMs() - begun)
    }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1)
  console.log(
    `${name}: ${times.length} times, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms of processor`,
  )
}

const gazetteer = loadGazetteer()
const beginnings = TYPED.flatMap((text) => [...text].map((_, i) => [...text].slice(0, i + 1).join('')))
measured('first search', [() => searchPlaces(gazetteer, 'a', 10)])
measured(
  'search',
  beginnings.map((text) => () => searchPlaces(gazetteer, text, 10)),
)
measured(
  'at a point',
  POINTS.map(
    ([lat, lon]) =>
      () =>
        placesAt(gazetteer, lat, lon),
  ),
)
