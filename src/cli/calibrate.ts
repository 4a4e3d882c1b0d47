import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { eventFileOf, eventFrom, readEvent } from '../collection.ts'
import { openPageReader, type PageReader } from '../crawl/reading/page-reader.ts'
import { weightedMean } from '../event/calibration.ts'
import { adviceOn, certaintyOf } from '../event/calibration-certainty.ts'
import { type CalibrationReport, calibrate, type LabelledPage } from '../event/calibration-report.ts'
import { type JudgeSection, judgeSection, withJudge, withoutJudge } from '../event/calibration-write.ts'
import { eventContext } from '../event-context.ts'
import { EventideError } from '../model/errors.ts'
import { type EventModel, JUDGE_PARTS } from '../model/event.ts'
import { gazetteerPath } from '../place/gazetteer-path.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { createStrategy } from '../score/registry.ts'
import { judgesFor, labelledPages } from './calibrate-pages.ts'
import { calibrated, DEFAULTS, reportJson, reportTable } from './calibrate-report.ts'
import { STRICT_HELP, type StrictOption } from './input-lines.ts'
import { isFolder, openLabels } from './label-sources.ts'
import { type ReadingFlags, readerOptions, withReadingFlags } from './network.ts'
import { jsonLine, type Terminal } from './output.ts'
import { strategyFor, withStrategyFlags } from './strategy-flags.ts'
import { wholeNumber } from './values.ts'

/** The strategy that uses `judge:`. */
const STRATEGY = 'event-model'
/** Below this, leaving a page out can leave nothing of its kind to learn from. */
const MIN_OF_A_KIND = 2

interface CalibrateOptions extends ReadingFlags, StrictOption {
  readonly event?: string
  readonly write?: boolean
  readonly randomSeed: number
  readonly json?: boolean
}

export function calibrateCommand(program: Command, terminal: Terminal, make = createStrategy): void {
  const command = program
    .command('calibrate')
    .description(
      "learn the weights and the threshold of the judge from labelled pages or curators' decisions",
    )
    .argument(
      '<input...>',
      'folder of a collection whose pages curators accepted and rejected, or JSON lines: {"url", "html" or "text", "date"?, "label"}; a label is true or false, 1 or 0, "relevant" or "irrelevant", "yes" or "no"; lines without "html" and "text" are looked up in the collection',
    )
    .option('--event <file>', 'the event the labels are about (default: the event of the collection)')
    .option('--write', 'put the result into the event file; everything else in it stays as it is')
    .option('--strict', STRICT_HELP)
    .option('--random-seed <n>', 'seed for the random number generator', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--json', 'the report as one JSON object')
  withReadingFlags(withStrategyFlags(command, STRATEGY))
    .addHelpText(
      'after',
      '\nExamples:\n  eventide calibrate haiyan/ --write\n  eventide calibrate haiyan/ labelled.jsonl\n  eventide calibrate --event haiyan.yaml labelled.jsonl --write',
    )
    .action(async (inputs: string[], options: CalibrateOptions) => {
      const eventFile = eventFileFor(inputs, options)
      const current = await readEvent(eventFile, eventContext)
      const text = await readFile(eventFile, 'utf8')
      const event = await eventFrom(withoutJudge(text), eventContext, eventFile)
      const spec = await strategyFor(command, { name: STRATEGY, options: {} })
      const judges = judgesFor(event, current, (of) =>
        make(spec.name, { event: of, random: seededRandom(options.randomSeed) }, spec.options),
      )
      const labels = await openLabels(inputs, eventFile, options, terminal)
      const reader = readerFor(event, options)
      const { pages, strays } = await labelledPages(labels.pages(), judges, reader, labels.skip)
        .finally(() => reader.close())
        .finally(labels.close)
      labels.report()
      refuseUnfit(pages, labels.advice())
      const random = seededRandom(options.randomSeed)
      const report = calibrate(pages, { combine: weightedMean, random })
      const section = sectionOf(report)
      if (options.write) await update(eventFile, text, section)
      const advice = adviceOn(report, DEFAULTS)
      if (strays > 0) {
        advice.push(
          `The strategy ${spec.name} does not judge by judge: as it is calibrated (${strays} of ${pages.length} pages): the threshold will not hold.`,
        )
      }
      if (options.json) {
        terminal.out.write(
          jsonLine({ event: eventFile, ...reportJson(report, advice), written: !!options.write }),
        )
      } else {
        const paste = options.write ? '' : `\n${judgeSection(section)}`
        terminal.out.write(`${reportTable(report, advice)}\n${paste}`)
      }
      if (options.write) terminal.err.write(`${eventFile} updated\n`)
    })
}

/** The event file that was named, or the one of the only collection among the inputs. */
function eventFileFor(inputs: readonly string[], { event }: CalibrateOptions): string {
  if (event !== undefined) return event
  const folders = inputs.filter(isFolder)
  if (folders.length === 1) return eventFileOf(folders[0]!)
  throw new EventideError(
    'usage',
    folders.length === 0
      ? 'Name the event of the labels: --event event.yaml, or the folder of its collection'
      : 'Several collections are given: name the event to calibrate with --event event.yaml',
  )
}

/** An event without places is judged without them, and its pages need not be searched for any. */
function readerFor({ where }: EventModel, options: ReadingFlags): PageReader {
  const gazetteer = where.length === 0 ? null : gazetteerPath()
  return openPageReader({ gazetteer, favour: where.map(({ place }) => place) }, readerOptions(options))
}

function refuseUnfit(pages: readonly LabelledPage[], advice: string): void {
  const relevant = pages.filter((page) => page.label).length
  const irrelevant = pages.length - relevant
  if (Math.min(relevant, irrelevant) < MIN_OF_A_KIND) {
    throw new EventideError(
      'too-few-labels',
      `${relevant} relevant and ${irrelevant} irrelevant pages: calibrating needs at least ${MIN_OF_A_KIND} of each, and a few dozen of each to be useful. ${advice}`,
    )
  }
  const known = pages.some((page) =>
    [...page.parts.values()].some((parts) => [...parts.values()].some((value) => value !== null)),
  )
  if (!known) {
    throw new EventideError(
      'nothing-to-weigh',
      `This strategy measured none of ${JUDGE_PARTS.join(', ')} on any of the pages: there is nothing to weigh`,
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

/** Replaces the file atomically and keeps its permissions; changes made in the meantime are not overwritten. */
async function update(given: string, before: string, section: JudgeSection): Promise<void> {
  const after = withJudge(before, section)
  await eventFrom(after, eventContext, given)
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
