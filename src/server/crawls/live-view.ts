import type { Clock } from '../../crawl/clock.ts'
import { StageTimes } from '../../crawl/loop/stage-times.ts'
import type { CrawlStats } from '../../crawl/loop/stats.ts'
import type { VisitStage, VisitWatch } from '../../crawl/loop/visit-watch.ts'
import type { Lease, Visit } from '../../model/crawl.ts'
import type { Verdict } from '../../model/verdict.ts'
import type { Store } from '../../store/store.ts'
import type { RunLive, RunStatus } from './protocol.ts'
import { hostLines, MAX_HOSTS, MAX_POINTS } from './stored-view.ts'
import { ThrottledRead } from './throttled-read.ts'
import { lineOf, MAX_VERDICTS, reasonsOf, shortTitle, type VerdictLine } from './verdict-lines.ts'

const MAX_NOTICES = 50
/** Pages per second are the mean of this many seconds. */
const PACE_SECONDS = 15

interface Doing {
  readonly lease: Lease
  readonly stage: VisitStage
  readonly since: number
}

/** Observes a crawl and describes its current state. Anything expensive is read on request. */
export class LiveView implements VisitWatch {
  readonly #store: Store
  readonly #clock: Clock
  readonly #visits = new Map<number, Doing>()
  readonly #stages = new StageTimes(() => performance.now())
  readonly #hosts: ThrottledRead<RunLive['hosts']>
  readonly #curve: ThrottledRead<RunLive['curve']>
  readonly #errors = new Map<string, number>()
  readonly #notices: RunLive['notices'] = []
  readonly #pace: { at: number; fetched: number }[] = []
  #verdicts: VerdictLine[] = []
  #stats: CrawlStats | null = null
  /** Called when a visit is over. */
  onOver: () => void = () => {}

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    const now = () => clock.now()
    this.#hosts = new ThrottledRead(async () => hostLines(await store.queueByHost(MAX_HOSTS, now())), now)
    this.#curve = new ThrottledRead(() => store.harvestCurve(MAX_POINTS), now)
  }

  /** A session has begun; the errors of earlier sessions of this run are kept. */
  async begin(stats: CrawlStats): Promise<void> {
    this.#keepErrors()
    this.#stats = stats
    await this.reload()
  }

  /** After a curator's decision changed pages. */
  async reload(): Promise<void> {
    this.#curve.forget()
    this.#verdicts = (await this.#store.latest(MAX_VERDICTS)).map(lineOf)
  }

  get visits(): number {
    return this.#visits.size
  }

  doing(lease: Lease, stage: VisitStage): void {
    this.#visits.set(lease.id, { lease, stage, since: this.#clock.now() })
    this.#stages.enter(lease.id, stage)
  }

  judged(lease: Lease, title: string, { relevance, relevant, evidence }: Verdict, visit?: Visit): void {
    const { id: page, url, source } = lease
    const at = new Date(this.#clock.now()).toISOString()
    const because = reasonsOf(evidence)
    const order = visit?.order ?? this.#stats?.fetched ?? 0
    // No page of a rejected source is kept, whatever the verdict.
    const kept = visit?.relevant ?? relevant
    this.#verdicts.unshift({
      page,
      order,
      url,
      title: shortTitle(title),
      source,
      relevance,
      relevant: kept,
      because,
      at,
    })
    this.#verdicts.length = Math.min(this.#verdicts.length, MAX_VERDICTS)
  }

  over(lease: Lease): void {
    this.#visits.delete(lease.id)
    this.#stages.enter(lease.id, null)
    this.onOver()
  }

  notice(text: string): void {
    this.#notices.unshift({ at: new Date(this.#clock.now()).toISOString(), text: text.slice(0, 2_000) })
    this.#notices.length = Math.min(this.#notices.length, MAX_NOTICES)
  }

  async status(state: RunStatus['state']): Promise<RunStatus> {
    const { fetched, kept, copies, queued, leased, failed } = await this.#store.counts()
    const pagesPerSecond = this.#pagesPerSecond()
    return {
      ...{ state, fetched, kept, copies, queued: queued + leased, failed, pagesPerSecond },
      stages: this.#stages.totals(),
      memory: process.memoryUsage.rss(),
    }
  }

  async live(state: RunStatus['state']): Promise<RunLive> {
    const status = await this.status(state)
    const { fetched, kept } = status
    const drawn = (await this.#curve.get()).filter((point) => point.fetched < fetched)
    return {
      ...status,
      curve: fetched > 0 ? [...drawn.slice(1 - MAX_POINTS), { fetched, kept }] : [],
      hosts: await this.#hosts.get(),
      workers: this.#workers(),
      verdicts: [...this.#verdicts],
      errors: this.errors(),
      notices: this.notices(),
    }
  }

  errors(): RunLive['errors'] {
    const all = new Map(this.#errors)
    for (const [kind, count] of this.#stats?.failures ?? []) all.set(kind, (all.get(kind) ?? 0) + count)
    return [...all].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count)
  }

  notices(): RunLive['notices'] {
    return [...this.#notices]
  }

  /** Once a second. */
  tick(): void {
    if (!this.#stats) return
    this.#pace.push({ at: this.#clock.now(), fetched: this.#stats.fetched })
    if (this.#pace.length > PACE_SECONDS) this.#pace.shift()
  }

  #keepErrors(): void {
    for (const { kind, count } of this.errors()) this.#errors.set(kind, count)
    this.#stats = null
  }

  #pagesPerSecond(): number {
    const [first] = this.#pace
    const seconds = first ? (this.#clock.now() - first.at) / 1000 : 0
    return first && this.#stats && seconds > 0 ? (this.#stats.fetched - first.fetched) / seconds : 0
  }

  #workers(): RunLive['workers'] {
    return [...this.#visits.values()].map(({ lease, stage, since }) => ({
      url: lease.url,
      host: lease.host,
      doing: stage,
      since: new Date(since).toISOString(),
    }))
  }
}
