import { readFile } from 'node:fs/promises'
import { parseEvent } from '../../event/event-file.ts'
import { eventContext } from '../../event-context.ts'
import { headerValue } from '../../http/headers.ts'
import { EventideError } from '../../model/errors.ts'
import type { EventModel } from '../../model/event.ts'
import { unreadable } from '../../model/unreadable-file.ts'
import { type PageInput, readPage } from '../../page/read-page.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { PageCache } from '../crawl/page-cache.ts'
import type { LabSetup, Trial, TruthSpec } from '../setup.ts'
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

/** Opens the environment of one trial at a time, and reuses what the next trial shares with it. */
export class TrialEnvironments {
  readonly #setup: LabSetup
  #web: FixedWeb | undefined
  #current:
    | { readonly key: string; readonly environment: TrialEnvironment; readonly web: OfflineWeb }
    | undefined

  constructor(setup: LabSetup) {
    this.#setup = setup
  }

  async open(trial: Trial): Promise<TrialEnvironment> {
    const key = this.#keyOf(trial)
    if (this.#current?.key === key) return this.#current.environment
    this.#closeCurrent()
    const { web, goal } = await this.#openWeb(trial)
    const read = readerOf(goal.event, web.now)
    const cache = new PageCache({ web, read, relevanceOf: createWordRelevance(goal.event) })
    const environment = { ...goal, cache, now: web.now }
    this.#current = { key, environment, web }
    return environment
  }

  close(): void {
    this.#closeCurrent()
    this.#web?.close()
  }

  #keyOf({ event, randomSeed }: Trial): string {
    return this.#setup.web.kind === 'example' ? `web ${randomSeed}` : `event ${event}`
  }

  #closeCurrent(): void {
    this.#current?.environment.cache.close()
    this.#current = undefined
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
    return { web: this.#web, goal: await fixedGoal(this.#setup, this.#web, trial) }
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

async function fixedGoal({ goal }: LabSetup, web: FixedWeb, trial: Trial): Promise<Goal> {
  const has = (url: string) => web.has(url)
  if (goal.kind === 'events') {
    const listed = (await readEventList(goal.file, goal.only))[trial.event]
    if (!listed) throw new EventideError('event-list', `${goal.file} has no event number ${trial.event}`)
    return listedGoal(listed, web, has)
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

function listedGoal(listed: ListedEvent, web: FixedWeb, has: (url: string) => boolean): Goal {
  const seeds = seedsOf(listed)
  for (const seed of seeds) {
    if (!has(seed))
      throw new EventideError(
        'bad-seed',
        `The seed of "${listed.event}" is not in the web: ${seed.slice(0, 200)}`,
      )
  }
  const geoparser = createGeoparser(loadGazetteer())
  const pages = seeds.flatMap((url) => {
    const answer = web.respond(url)
    if (!answer) return []
    const contentType = headerValue(answer.headers, 'content-type') ?? ''
    return [readPage({ url, body: answer.body, contentType }, { geoparser, now: new Date(web.now) })]
  })
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

function readerOf(event: EventModel, now: number) {
  const geoparser = createGeoparser(loadGazetteer(), { favour: event.where.map((where) => where.place) })
  const date = new Date(now)
  return (input: PageInput) => readPage(input, { geoparser, now: date })
}
