import { type Archive, openArchive } from '../archive/warc-writer.ts'
import { userAgent } from '../fetch/user-agent.ts'
import { type CompleteSpecification, CRAWL_OPTION_NAMES, crawlOption } from '../model/crawl-options.ts'
import type { EventModel } from '../model/event.ts'
import { ROBOTS_AGENT } from '../model/robots.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import type { Store } from '../store/store.ts'
import { counted } from '../text/counted.ts'
import type { Clock } from './clock.ts'
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

/** Queues seeds, feeds and lists again that were last fetched longer ago than `ms`; undefined queues none. */
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

interface ArchivePlace {
  readonly archiveDir: string
  readonly event: EventModel
  readonly store: Store
}

/** WARC files whose warcinfo records say with which options the collection was made. */
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

/** The options that shape a collection, as they are in effect. Not those of the operator: they describe a machine, and may hold secrets. */
function archivedOptions(specification: CompleteSpecification, strategy: StrategySpec): object {
  const names = CRAWL_OPTION_NAMES.filter((name) => {
    const { operator, singleRun } = crawlOption(name)
    return !operator && !singleRun && name !== 'contact' && specification[name] !== undefined
  })
  const values = Object.fromEntries(names.map((name) => [name, specification[name]]))
  return { ...values, strategy: { name: strategy.name, ...strategy.options } }
}
