import { readFile } from 'node:fs/promises'
import { openPageReader, type PageReader } from '../../crawl/reading/page-reader.ts'
import { parseEvent } from '../../event/event-file.ts'
import { eventContext } from '../../event-context.ts'
import { headerValue } from '../../http/headers.ts'
import { EventideError, FetchFailure } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import type { PageReading } from '../../model/page.ts'
import { unreadable } from '../../model/unreadable-file.ts'
import type { PageInput } from '../../page/read-page.ts'
import { gazetteerPath } from '../../place/gazetteer-path.ts'
import { PageCache } from '../crawl/page-cache.ts'
import type { LabMachine, LabSetup, Trial, TruthSpec } from '../setup.ts'
import { exampleTruth, truthFromLists } from '../truth/ground-truth.ts'
import { readLabels, readUrls } from '../truth/labels-file.ts'
import { eventFromListed, type ListedEvent, readEventList, seedsOf } from '../truth/listed-events.ts'
import { createWordRelevance } from '../truth/word-relevance.ts'
import { createExampleWeb } from '../web/example-web.ts'
import { openJsonlWeb } from '../web/jsonl-web.ts'
import { openWarcWeb } from '../web/warc-web.ts'
import type { GroundTruth, OfflineWeb } from '../web/web.ts'

/** Everything a trial needs besides the strategy; shared by all strategies. */
export interface TrialEnvironment {
  readonly event: EventModel
  readonly seeds: readonly string[]
  /** Null without labels. */
  readonly truth: GroundTruth | null
  readonly cache: PageCache
  /** The simulated start time of the crawl. */
  readonly now: number
}

type Goal = Pick<TrialEnvironment, 'event' | 'seeds' | 'truth'>

/** A web that knows which pages it has. */
type FixedWeb = OfflineWeb & { has(url: string): boolean; readonly labelled?: readonly string[] }

/** After the last day of news on the example web. */
const AFTER_THE_NEWS = Date.UTC(2026, 0, 1)

/** How the pages of a comparison are read. */
export interface LabReadingOptions extends LabMachine {
  /** Called with messages for the user. */
  readonly onNotice?: (text: string) => void
}

/** Opens the environment of one trial at a time, and reuses what the next trial shares with it. */
export class TrialEnvironments {
  readonly #setup: LabSetup
  readonly #onNotice: LabReadingOptions['onNotice']
  readonly #reader: PageReader
  #web: FixedWeb | undefined
  #current:
    | { readonly key: string; readonly environment: TrialEnvironment; readonly web: OfflineWeb }
    | undefined

  constructor(setup: LabSetup, { readingWorkers = 1, readingTimeout, onNotice }: LabReadingOptions = {}) {
    this.#setup = setup
    this.#onNotice = onNotice
    // The pages of the example web are ours.
    const workers = setup.web.kind === 'example' ? 0 : Math.min(1, readingWorkers)
    const options = { workers, deadlineMs: readingTimeout, onDemand: true }
    this.#reader = openPageReader({ gazetteer: gazetteerPath(), favour: [] }, options)
  }

  async open(trial: Trial): Promise<TrialEnvironment> {
    const key = this.#keyOf(trial)
    if (this.#current?.key === key) return this.#current.environment
    this.#closeCurrent()
    const { web, goal } = await this.#openWeb(trial)
    const options = { favour: goal.event.where.map(({ place }) => place), now: web.now }
    const cache = new PageCache({
      web,
      read: (input) => this.#reader.read(input, options),
      relevanceOf: createWordRelevance(goal.event),
      onUnreadable: (url, { message }) => this.#report(url, message),
    })
    const environment = { ...goal, cache, now: web.now }
    this.#current = { key, environment, web }
    return environment
  }

  async close(): Promise<void> {
    this.#closeCurrent()
    this.#web?.close()
    await this.#reader.close()
  }

  #report(url: string, problem: string): void {
    this.#onNotice?.(`${url}: ${problem}. It is left out of the comparison`)
  }

  #keyOf({ event, randomSeed }: Trial): string {
    return this.#setup.web.kind === 'example' ? `web ${randomSeed}` : `event ${event}`
  }

  #closeCurrent(): void {
    this.#current?.environment.cache.close()
    this.#current = undefined
  }

  readonly #readSeed: ReadSeed = async (input, now) => {
    try {
      return [await this.#reader.read(input, { now })]
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      this.#report(input.url, error.message)
      return []
    }
  }

  async #openWeb(trial: Trial): Promise<{ web: OfflineWeb; goal: Goal }> {
    const { web: spec, goal } = this.#setup
    if (spec.kind === 'example') {
      const example = createExampleWeb({ pages: spec.pages, seed: trial.randomSeed })
      const event = parseEvent(example.event, eventContext)
      const given = goal.kind === 'own' ? goal.seeds : []
      const seeds = given.length > 0 ? given : example.seeds
      const web = { respond: example.respond, now: AFTER_THE_NEWS, close: () => {} }
      return { web, goal: { event, seeds, truth: exampleTruth(example) } }
    }
    this.#web ??= await openFixed(this.#setup)
    return { web: this.#web, goal: await fixedGoal(this.#setup, this.#web, trial, this.#readSeed) }
  }
}

/** The names of the events of a setup; reads only the event files. */
export async function eventNames(setup: LabSetup): Promise<string[]> {
  const { goal } = setup
  if (goal.kind === 'events') return (await readEventList(goal.file, goal.only)).map(({ event }) => event)
  if (goal.kind === 'own') return ['the event of the example web']
  return [(await eventIn(goal.file)).name]
}

async function openFixed({ web, goal }: LabSetup): Promise<FixedWeb> {
  if (web.kind === 'warc') return openWarcWeb(web.files, web.capture)
  if (web.kind !== 'jsonl') throw new EventideError('usage', 'The example web has its own event')
  const label = goal.kind === 'event' && goal.truth.kind === 'label' ? goal.truth.label : undefined
  return openJsonlWeb(web.file, label)
}

/** The reading of a seed page, if it can be read. */
type ReadSeed = (input: PageInput, now: number) => Promise<PageReading[]>

async function fixedGoal({ goal }: LabSetup, web: FixedWeb, trial: Trial, readSeed: ReadSeed): Promise<Goal> {
  const has = (url: string) => web.has(url)
  if (goal.kind === 'events') {
    const listed = (await readEventList(goal.file, goal.only))[trial.event]
    if (!listed) throw new EventideError('event-list', `${goal.file} has no event number ${trial.event}`)
    return listedGoal(listed, web, has, readSeed)
  }
  if (goal.kind === 'own')
    throw new EventideError(
      'usage',
      'Specify an event for this web: --event event.yaml or --events list.json',
    )
  const event = await eventIn(goal.file)
  const seeds = [...new Set([...event.seeds, ...goal.seeds])]
  if (seeds.length === 0)
    throw new EventideError(
      'no-seeds',
      `There are no seeds. Give them with --seeds seeds.txt, or list them under seeds: in ${goal.file}`,
    )
  if (!seeds.some(has)) throw new EventideError('bad-seed', 'None of the seeds is in the web')
  return { event, seeds, truth: await truthOf(goal.truth, web, has) }
}

async function listedGoal(
  listed: ListedEvent,
  web: FixedWeb,
  has: (url: string) => boolean,
  readSeed: ReadSeed,
): Promise<Goal> {
  const seeds = seedsOf(listed)
  for (const seed of seeds) {
    if (!has(seed))
      throw new EventideError(
        'bad-seed',
        `The seed of "${listed.event}" is not in the web: ${seed.slice(0, 200)}`,
      )
  }
  const pages: PageReading[] = []
  for (const url of seeds) {
    const answer = web.respond(url)
    if (!answer) continue
    const contentType = headerValue(answer.headers, 'content-type') ?? ''
    pages.push(...(await readSeed({ url, body: answer.body, contentType }, web.now)))
  }
  return { event: eventFromListed(listed, pages, eventContext), seeds, truth: truthFromLists(listed, has) }
}

async function truthOf(
  spec: TruthSpec,
  web: FixedWeb,
  has: (url: string) => boolean,
): Promise<GroundTruth | null> {
  if (spec.kind === 'none') return null
  if (spec.kind === 'labels') return truthFromLists(await readLabels(spec.file), has)
  const relevant = spec.kind === 'label' ? (web.labelled ?? []) : await readUrls(spec.file)
  const truth = truthFromLists({ relevant }, has)
  if (truth.relevant.size === 0)
    throw new EventideError(
      'no-labels',
      spec.kind === 'label'
        ? `No page of the web has the label "${spec.label}"`
        : `None of the pages in ${spec.file} is in the web`,
    )
  return truth
}

async function eventIn(file: string): Promise<EventModel> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
  return parseEvent(text, eventContext, file)
}
