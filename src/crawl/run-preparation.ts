import { type Archive, openArchive } from '../archive/warc-writer.ts'
import { userAgent } from '../fetch/user-agent.ts'
import type { NewItem } from '../model/crawl.ts'
import { type CompleteSpecification, CRAWL_OPTION_NAMES, crawlOption } from '../model/crawl-options.ts'
import type { EventModel } from '../model/event.ts'
import { ROBOTS_AGENT } from '../model/robots.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import type { CurationRequest } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { counted } from '../text/counted.ts'
import type { Clock } from './clock.ts'
import { repeatMissed } from './recovery/missed-entries.ts'
import { repairAfterCrash } from './recovery/repair.ts'

type Notice = ((text: string) => void) | undefined

/** Repairs what a killed run left behind in the archive, and reports it. */
export async function repairArchive(
  { store, archiveDir }: { readonly store: Store; readonly archiveDir?: string },
  notice: Notice,
): Promise<void> {
  if (archiveDir === undefined) return
  const { files, requeued } = await repairAfterCrash({ store, archiveDir })
  for (const { file, state, cut } of files) {
    if (cut)
      notice?.(
        `${file}: an incomplete record at the end was cut off (${counted(cut.bytes, 'byte')}, kept as ${cut.keptAs}); its page is fetched again`,
      )
    if (state === 'short')
      notice?.(`${file} ends before the last record that the collection refers to: run eventide verify`)
  }
  if (requeued > 0)
    notice?.(`${counted(requeued, 'page')} whose records are missing on disk will be fetched again`)
}

/** Repeats the seeds and decisions that were noted and that the database does not have, and reports it. */
export async function repeatNoted(
  store: Store,
  curate: (order: CurationRequest) => Promise<unknown>,
  notice: Notice,
): Promise<void> {
  const { repeated, left } = await repeatMissed(store, curate)
  const entries = (n: number) => counted(n, 'seed or decision', 'seeds and decisions')
  if (repeated > 0)
    notice?.(`${entries(repeated)} in journal.jsonl, which the database did not have: repeated`)
  if (left > 0)
    notice?.(
      `${counted(left, 'decision')} in journal.jsonl, about pages or sources that this collection does not have (any more): left for later`,
    )
}

/** Queues seeds, feeds and lists again if they were last fetched more than `ms` ago; undefined queues none. */
export async function lookAgain(
  store: Store,
  ms: number | undefined,
  clock: Clock,
  notice: Notice,
): Promise<void> {
  if (ms === undefined) return
  const now = clock.now()
  const pages = await store.lookAgain(new Date(now), new Date(now - ms))
  notice?.(
    pages === 0
      ? 'No seed, feed or list is due to be fetched again'
      : `${counted(pages, 'seed, feed or list', 'seeds, feeds and lists')} will be fetched again for new links`,
  )
}

/** Queues pages again that failed with one of these codes; `all` stands for every code. */
export async function retryFailed(store: Store, codes: readonly string[], notice: Notice): Promise<void> {
  if (codes.length === 0) return
  const pages = await store.retryFailed(codes.includes('all') ? 'all' : codes)
  notice?.(
    pages === 0
      ? `No page has failed with ${codes.includes('all') ? 'any code' : codes.join(' or ')}`
      : `${counted(pages, 'failed page')} will be tried again`,
  )
}

interface ArchivePlace {
  readonly archiveDir: string
  readonly event: EventModel
  readonly store: Store
}

/** The archive of a collection; its warcinfo records contain the options of the run. */
export function openCollectionArchive(
  { archiveDir, event, store }: ArchivePlace,
  specification: CompleteSpecification,
  strategy: StrategySpec,
): Promise<Archive> {
  const agent = userAgent(specification.contact)
  return openArchive(archiveDir, {
    software: agent.split(' ')[0] ?? ROBOTS_AGENT,
    event: event.name,
    operator: specification.contact,
    userAgent: agent,
    crawlOptions: JSON.stringify(archivedOptions(specification, strategy)),
    findOriginal: (payloadDigest) => store.originalOf(payloadDigest),
  })
}

/** The effective options that shape a collection. Options of the operator are omitted: they describe a machine and may contain secrets. */
function archivedOptions(specification: CompleteSpecification, strategy: StrategySpec): object {
  const names = CRAWL_OPTION_NAMES.filter((name) => {
    const { operator, singleRun } = crawlOption(name)
    return !operator && !singleRun && name !== 'contact' && specification[name] !== undefined
  })
  const values = Object.fromEntries(names.map((name) => [name, specification[name]]))
  return { ...values, strategy: { name: strategy.name, ...strategy.options } }
}

/** Says which seeds were given up in earlier runs: a crash is seldom the fault of a page that a person chose. */
export async function reportLostSeeds(
  store: Store,
  seeds: readonly NewItem[],
  notice: Notice,
): Promise<void> {
  if (!notice || (await store.counts()).failed === 0) return
  let lost = 0
  for (const { canonicalUrl } of seeds) {
    const known = await store.explain(canonicalUrl)
    if (known?.state === 'failed' && known.ending?.code === 'lost') lost++
  }
  if (lost > 0)
    notice(
      `${counted(lost, 'seed')} ${lost === 1 ? 'was' : 'were'} given up because Eventide was ended several times during the visit; to try again, crawl with --retry-failed lost`,
    )
}
