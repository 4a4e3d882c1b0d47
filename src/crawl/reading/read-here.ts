import type { PageReading } from '../../model/page.ts'
import type { Place } from '../../model/place.ts'
import type { ReadingLimits } from '../../page/limits.ts'
import type { DayRange } from '../../page/list-reading.ts'
import { type PageInput, readPage } from '../../page/read-page.ts'
import { createGeoparser, type Geoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'

/** What pages are read with. */
export interface ReaderSetup {
  /** Path of the gazetteer; null: no places are looked for. */
  readonly gazetteer: string | null
  readonly favour: readonly Place[]
  readonly near?: DayRange
  readonly limits?: Partial<ReadingLimits>
}

/** What differs from page to page. */
export interface ReadingOptions {
  /** When the page was fetched: later dates are ignored. */
  readonly now?: number
  /** Places to prefer, instead of those of the setup. */
  readonly favour?: readonly Place[]
  /** Maximum time, instead of that of the pool. Nothing interrupts a page that is read in this process. */
  readonly deadlineMs?: number
}

export type ReadPage = (input: PageInput, options?: ReadingOptions) => PageReading

/** Reads pages in this process, where nothing interrupts one that takes too long. */
export function readHere({ gazetteer, favour, near, limits }: ReaderSetup): ReadPage {
  const geoparserFor = gazetteer === null ? () => undefined : geoparsers(gazetteer)
  return (input, options = {}) =>
    readPage(input, {
      geoparser: geoparserFor(options.favour ?? favour),
      ...{ near, limits },
      now: options.now === undefined ? undefined : new Date(options.now),
    })
}

/** The geoparser of the last page is kept: pages of one event come one after the other. */
function geoparsers(path: string): (favour: readonly Place[]) => Geoparser {
  const gazetteer = loadGazetteer(path)
  let last: { readonly key: string; readonly geoparser: Geoparser } | undefined
  return (favour) => {
    const key = favour.map(({ id }) => id).join(' ')
    if (last?.key !== key) last = { key, geoparser: createGeoparser(gazetteer, { favour }) }
    return last.geoparser
  }
}
