import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { eventFrom, readEvent } from '../collection.ts'
import { weightedMean } from '../event/calibration.ts'
import { adviceOn, certaintyOf } from '../event/calibration-certainty.ts'
import { type CalibrationReport, calibrate, type LabelledPage } from '../event/calibration-report.ts'
import { type JudgeSection, judgeSection, withJudge, withoutJudge } from '../event/calibration-write.ts'
import { EventideError } from '../model/errors.ts'
import { type EventModel, JUDGE_PARTS } from '../model/event.ts'
import type { ReadingTools } from '../page/read-page.ts'
import { createGeoparser } from '../place/geoparser.ts'
import { loadGazetteer } from '../place/load-gazetteer.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { createStrategy } from '../score/registry.ts'
import { judgesFor, labelledPages } from './calibrate-pages.ts'
import { calibrated, DEFAULTS, reportJson, reportTable } from './calibrate-report.ts'
import { jsonLine, type Terminal } from './output.ts'
import { strategyName, wholeNumber } from './values.ts'
import { world } from './world.ts'

/** The strategy that `judge:` is about. */
const STRATEGY = 'event-model'
/** Below this, leaving a page out can leave nothing of its kind to learn from. */
const MIN_OF_A_KIND = 2

interface CalibrateOptions {
  readonly event: string
  readonly strategy: string
  readonly write?: boolean
  readonly randomSeed: number
  readonly json?: boolean
}

export function calibrateCommand(program: Command, terminal: Terminal, make = createStrategy): void {
  program
    .command('calibrate')
    .description('learn the weights and the threshold of the judge from labelled pages')
    .argument(
      '<labelled...>',
      'JSON lines: {"url", "html" or "text", "date"?, "label"}; a label is true or false, 1 or 0, "relevant" or "irrelevant", "yes" or "no"',
    )
    .requiredOption('--event <file>', 'the event the labels are about')
    .option('--strategy <name>', 'the strategy whose parts are weighed', strategyName, STRATEGY)
    .option('--write', 'put the result into the event file; everything else in it stays as it is')
    .option('--random-seed <n>', 'number that chance is drawn from', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--json', 'the report as one JSON object')
    .addHelpText('after', '\nExample:\n  eventide calibrate --event haiyan.yaml labelled.jsonl --write')
    .action(async (inputs: string[], options: CalibrateOptions) => {
      const current = await readEvent(options.event, world)
      const text = await readFile(options.event, 'utf8')
      const event = await eventFrom(withoutJudge(text), world, options.event)
      const judges = judgesFor(event, current, (of) =>
        make(options.strategy, { event: of, random: seededRandom(options.randomSeed) }),
      )
      const { pages, strays } = await labelledPages(inputs, judges, toolsFor(event))
      refuseUnfit(pages)
      const random = seededRandom(options.randomSeed)
      const report = calibrate(pages, { combine: weightedMean, random })
      const section = sectionOf(report)
      if (options.write) await update(options.event, text, section)
      const advice = adviceOn(report, DEFAULTS)
      if (strays > 0) {
        advice.push(
          `The strategy ${options.strategy} does not judge by judge: as it is calibrated (${strays} of ${pages.length} pages): the threshold will not hold.`,
        )
      }
      if (options.json) {
        terminal.out.write(
          jsonLine({ event: options.event, ...reportJson(report, advice), written: !!options.write }),
        )
      } else {
        const paste = options.write ? '' : `\n${judgeSection(section)}`
        terminal.out.write(`${reportTable(report, advice)}\n${paste}`)
      }
      if (options.write) terminal.err.write(`${options.event} updated\n`)
    })
}

/** An event without places is judged without them, and its pages need not be searched for any. */
function toolsFor(event: EventModel): ReadingTools {
  if (event.where.length === 0) return {}
  return { geoparser: createGeoparser(loadGazetteer(), { favour: event.where.map((w) => w.place) }) }
}

function refuseUnfit(pages: readonly LabelledPage[]): void {
  const relevant = pages.filter((page) => page.label).length
  const irrelevant = pages.length - relevant
  if (Math.min(relevant, irrelevant) < MIN_OF_A_KIND) {
    throw new EventideError(
      'too-few-labels',
      `${relevant} relevant and ${irrelevant} irrelevant pages: calibrating needs ${MIN_OF_A_KIND} of each at least, and a few dozen of each to be of use`,
    )
  }
  const known = pages.some((page) =>
    [...page.parts.values()].some((parts) => [...parts.values()].some((value) => value !== null)),
  )
  if (!known) {
    throw new EventideError(
      'nothing-to-weigh',
      `this strategy measured none of ${JUDGE_PARTS.join(', ')} on any of the pages: there is nothing to weigh`,
    )
  }
}

function sectionOf(report: CalibrationReport): JudgeSection {
  const { f1, interval } = calibrated(report)
  const labels = report.labels.relevant + report.labels.irrelevant
  const few = certaintyOf(interval) === 'too few' ? ', too few to trust' : ''
  const range = `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`
  return {
    threshold: report.fit.threshold,
    weights: report.fit.weights,
    terms: report.terms,
    reason: `${labels} labels${few}; F1 ${f1.value.toFixed(2)} (${range})`,
  }
}

/** The file is whole at every moment, keeps its permissions, and what someone changed meanwhile is not overwritten. */
async function update(given: string, before: string, section: JudgeSection): Promise<void> {
  const after = withJudge(before, section)
  await eventFrom(after, world, given)
  const file = await realpath(given)
  const partial = `${file}.partial-${process.pid}`
  try {
    const { mode } = await stat(file)
    await writeFile(partial, after, { mode, flush: true })
    if ((await readFile(file, 'utf8')) !== before) {
      throw new EventideError(
        'event-changed',
        `${given} was changed while the pages were read: run this again`,
      )
    }
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
