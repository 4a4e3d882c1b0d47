import type { CrawlSettingsChange } from '../../api/crawl-settings.ts'
import type {
  CrawlSpecification,
  SharedSpecification,
  StoredSpecification,
} from '../../model/crawl-options.ts'
import { firstSet, optionsWhere } from '../../model/crawl-specification.ts'
import { withMorePages } from '../../open-run.ts'
import { readCrawlFile, writeCrawlFile } from './crawl-file.ts'

/** The part of a specification that is stored with a collection, without options that apply to one run or one machine. */
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

interface RunSettings {
  /** What the run was started with. */
  readonly given: CrawlSpecification
  /** Stored settings that still apply. */
  readonly stored: StoredSpecification
  /** Pages in the collection. */
  readonly fetched: number
}

/** Stores the settings of a run, for the next run and for the browser. */
export async function storeSettings(dir: string, { given, stored, fetched }: RunSettings): Promise<void> {
  const file = await readCrawlFile(dir)
  const settings = storedPart(withMorePages(firstSet(given, stored), fetched))
  if (JSON.stringify(settings) !== JSON.stringify(file.settings))
    await writeCrawlFile(dir, { ...file, settings })
}

function withoutUndefined(change: CrawlSettingsChange): CrawlSettingsChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
