import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { daysBetween } from '../../src/time/date-score.ts'
import { onset, readSeries } from '../../src/time/interest.ts'

/** When each storm began, as the data's README gives it. Harvey's series start after it formed, so its landfall is used. */
const BEGAN: ReadonlyMap<string, readonly [day: string, what: string]> = new Map([
  ['Harvey', ['2017-08-25', 'landfall']],
  ['Irma', ['2017-08-30', 'formed']],
  ['Jose', ['2017-09-05', 'formed']],
  ['Maria', ['2017-09-16', 'formed']],
])
const FILES = ['google_trends.csv', 'online_news_hurricanes.csv', 'tv_hurricanes.csv']

export interface OnsetFigures {
  readonly file: string
  readonly series: string
  readonly began: string
  readonly what: string
  readonly onset: string | null
  /** Days from the true beginning to the onset found. */
  readonly error: number
  readonly firstNonzero: string | null
  readonly firstNonzeroError: number
}

/** The onset of every storm's daily series against its true beginning. */
export function evaluateTrends(dataFolder: string): OnsetFigures[] {
  const figures: OnsetFigures[] = []
  for (const file of FILES) {
    for (const series of readSeries(readFileSync(join(dataFolder, 'trends/hurricanes-2017', file), 'utf8'))) {
      const [, [began, what] = ['', '']] = [...BEGAN].find(([storm]) => series.name.includes(storm)) ?? []
      const found = onset(series)
      const literal = onset(series, 'first-nonzero')
      const error = daysBetween(began, found ?? '')
      const firstNonzeroError = daysBetween(began, literal ?? '')
      figures.push({
        file,
        series: series.name,
        began,
        what,
        onset: found,
        error,
        firstNonzero: literal,
        firstNonzeroError,
      })
    }
  }
  return figures
}

function main(dataFolder: string): void {
  console.log(
    `${'file'.padEnd(28)}${'series'.padEnd(20)}began                 onset       error  first-nonzero  error`,
  )
  const figures = evaluateTrends(dataFolder)
  for (const row of figures) {
    const began = `${row.began} ${row.what}`.padEnd(22)
    const literal = `${row.firstNonzero}  ${String(row.firstNonzeroError).padStart(8)}`
    console.log(
      `${row.file.padEnd(28)}${row.series.padEnd(20)}${began}${row.onset}  ${String(row.error).padStart(5)}  ${literal}`,
    )
  }
  const within = figures.filter((row) => Math.abs(row.error) <= 1).length
  console.log(`\nwithin one day: ${within} of ${figures.length}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv[2] ?? '/work/shared/data')
