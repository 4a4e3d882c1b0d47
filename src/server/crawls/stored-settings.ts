import type { CrawlSettingsChange } from '../../api/crawl-settings.ts'
import type {
  CrawlSpecification,
  SharedSpecification,
  StoredSpecification,
} from '../../model/crawl-options.ts'
import { firstSet, optionsWhere } from '../../model/crawl-specification.ts'
import { withMorePages } from '../../open-run.ts'
import { readCrawlFile, writeCrawlFile } from './crawl-file.ts'

/** The part of a specification that is kept with a collection: not what applies to one run or to one machine. */
export function storedPart(specification: CrawlSpecification): StoredSpecification {
  return optionsWhere(specification, ({ operator, singleRun }) => !operator && !singleRun)
}

/** Settings with a change applied: null returns an option to its default, an absent one keeps its value. */
export function changedSettings(
  before: SharedSpecification,
  change: CrawlSettingsChange,
): SharedSpecification {
  const after = Object.entries({ ...before, ...withoutUndefined(change) })
  return Object.fromEntries(after.filter(([, value]) => value !== null))
}

interface Told {
  /** What the run was started with. */
  readonly given: CrawlSpecification
  /** What was stored before and is still to be used. */
  readonly stored: StoredSpecification
  /** Pages that the collection holds. */
  readonly fetched: number
}

/** Stores what a run was started with, so that the next one, the browser and whoever looks at the collection know it. */
export async function storeSettings(dir: string, { given, stored, fetched }: Told): Promise<void> {
  const file = await readCrawlFile(dir)
  const settings = storedPart(withMorePages(firstSet(given, stored), fetched))
  if (JSON.stringify(settings) !== JSON.stringify(file.settings))
    await writeCrawlFile(dir, { ...file, settings })
}

function withoutUndefined(change: CrawlSettingsChange): CrawlSettingsChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
