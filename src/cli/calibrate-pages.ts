import type { PageReader } from '../crawl/reading/page-reader.ts'
import { weightedMean } from '../event/calibration.ts'
import type { LabelledPage } from '../event/calibration-report.ts'
import { topTerms } from '../event/event-file.ts'
import { withSource } from '../library/judge-page.ts'
import { EventideError, FetchFailure } from '../model/errors.ts'
import { type EventModel, JUDGE_PARTS } from '../model/event.ts'
import type { PageReading } from '../model/page.ts'
import type { Verdict } from '../model/verdict.ts'
import { textDigest } from '../page/page-facts.ts'
import { inOrder } from '../process/in-order.ts'
import type { Strategy } from '../score/strategy.ts'
import { CURRENT, DEFAULTS } from './calibrate-report.ts'
import type { LabelledInput } from './labelled-input.ts'

/** EV tries k from 5 on in steps of 10; doubling covers as much with a few tries, and F1 changes slowly with k. */
const MIN_TERMS = 5

/** Settings to see whether the strategy judges as it is calibrated: by the weights and the threshold of `judge:`. */
const PROBE = {
  threshold: 0.5,
  weights: new Map(JUDGE_PARTS.map((name, i) => [name as string, (i + 1) / 10])),
}
/** Half a step of the threshold: less than that changes no calibration. */
const TOLERANCE = 0.025

interface Judges {
  /** By number of topic terms, all at their default weights; the last has all the terms: the judge without a calibration. */
  readonly bySize: ReadonlyMap<number, Strategy>
  /** As the event file is now, where it has a `judge:` section. */
  readonly current?: Strategy
  /** With the settings of `PROBE`. */
  readonly probe: Strategy
}

/** One judge for every number of topic terms tried, and those that the calibration is measured against. */
export function judgesFor(
  event: EventModel,
  current: EventModel,
  make: (event: EventModel) => Strategy,
): Judges {
  const bySize = new Map<number, Strategy>()
  for (let size = MIN_TERMS; size < event.what.length; size *= 2) {
    bySize.set(size, make({ ...event, what: topTerms(event.what, size) }))
  }
  bySize.set(event.what.length, make(event))
  const judge = { threshold: PROBE.threshold, weights: Object.fromEntries(PROBE.weights) }
  return { bySize, probe: make({ ...event, judge }), ...(current.judge && { current: make(current) }) }
}

/** Reads every page once and keeps only what its verdicts came to. `skip` is called with pages that cannot be read. */
export async function labelledPages(
  inputs: AsyncIterable<LabelledInput>,
  judges: Judges,
  reader: PageReader,
  skip: (input: LabelledInput, problem: string) => void,
): Promise<{ pages: LabelledPage[]; strays: number }> {
  const pages: LabelledPage[] = []
  let strays = 0
  const seen = new Map<string, { label: boolean; where: string }>()
  const attempt = async (input: LabelledInput) => ({ input, reading: await readingOf(input, reader) })
  for await (const { input, reading } of inOrder(inputs, attempt, reader.width)) {
    if (reading instanceof FetchFailure) {
      skip(input, reading.message)
      continue
    }
    const { page: given, label, where } = input
    const page = withSource(reading, given)
    // The same page twice would be learned from and tested on at once.
    const id = `${given.input.url}\n${textDigest(page)}`
    const before = seen.get(id)
    if (before && before.label !== label) {
      throw new EventideError(
        'label-conflict',
        `${where}: this page is labelled ${nameOf(label)} here and ${nameOf(before.label)} at ${before.where}`,
      )
    }
    if (before) continue
    seen.set(id, { label, where })
    pages.push(judged(page, label, judges))
    if (isStray(judges.probe.judge(page))) strays++
  }
  return { pages, strays }
}

async function readingOf({ page }: LabelledInput, reader: PageReader): Promise<PageReading | FetchFailure> {
  try {
    return await reader.read(page.input)
  } catch (error) {
    if (error instanceof FetchFailure) return error
    throw error
  }
}

/** True when the verdict is not what the weighted parts come to. */
function isStray(verdict: Verdict): boolean {
  const expected = weightedMean(partsOf(verdict), PROBE.weights)
  if (expected === null) return verdict.relevant
  return (
    Math.abs(verdict.relevance - expected) > TOLERANCE ||
    verdict.relevant !== verdict.relevance >= PROBE.threshold
  )
}

function judged(page: PageReading, label: boolean, { bySize, current }: Judges): LabelledPage {
  const parts = new Map<number, ReadonlyMap<string, number | null>>()
  const verdicts = new Map<string, boolean>()
  for (const [size, strategy] of bySize) {
    const verdict = strategy.judge(page)
    parts.set(size, partsOf(verdict))
    verdicts.set(DEFAULTS, verdict.relevant)
  }
  if (current) verdicts.set(CURRENT, current.judge(page).relevant)
  return { label, parts, verdicts }
}

function partsOf({ evidence }: Verdict): Map<string, number | null> {
  const measured = JUDGE_PARTS.filter((name) => Object.hasOwn(evidence, name))
  return new Map(measured.map((name) => [name, evidence[name]?.value ?? null]))
}

function nameOf(label: boolean): string {
  return label ? 'relevant' : 'irrelevant'
}
