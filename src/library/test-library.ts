import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventModel } from '../model/event.ts'
import type { NameCount, PageReading } from '../model/page.ts'
import type { Place, PlaceCount } from '../model/place.ts'
import { item, pageOutcome } from '../store/conformance/bed.ts'
import { openSqliteStore } from '../store/sqlite/open.ts'
import type { Store } from '../store/store.ts'
import type { SearchContext, SearchedCollection } from './search-selections.ts'

const place = (
  id: string,
  name: string,
  level: Place['level'],
  lat: number,
  lon: number,
  parents: string[],
): Place => ({ id, name, level, lat, lon, population: 0, country: '', parents })

/** Asia > Philippines > Leyte > Tacloban; Asia > China; Europe > London. */
const PLACES: readonly Place[] = [
  place('asia', 'Asia', 'continent', 30, 90, []),
  place('iso:PH', 'Philippines', 'country', 13, 122, ['asia']),
  place('gn:leyte', 'Leyte', 'province', 11, 124.8, ['iso:PH', 'asia']),
  place('gn:tac', 'Tacloban', 'town', 11.24, 125, ['gn:leyte', 'iso:PH', 'asia']),
  place('iso:CN', 'China', 'country', 35, 105, ['asia']),
  place('gn:lon', 'London', 'town', 51.5, -0.12, []),
]

/** A gazetteer of six places. */
export const WORLD: SearchContext = {
  places: {
    resolve: (text) => PLACES.find(({ id, name }) => id === text || name === text),
    suggest: (text) => (text.startsWith('Taclo') ? ['Tacloban'] : []),
  },
}

export const at = (...names: string[]): PlaceCount[] =>
  names.map((text) => {
    const { id, name, lat, lon } = PLACES.find((one) => one.name === text)!
    return { id, name, lat, lon, count: 1 }
  })

export const person = (name: string): NameCount => ({ name, kind: 'person', count: 1 })

export function eventNamed(name: string): EventModel {
  return { name, what: [], where: [], when: { interest: [] }, who: [], languages: [], seeds: [] }
}

export interface TestPage
  extends Partial<Pick<PageReading, 'title' | 'text' | 'language' | 'published' | 'places'>> {
  readonly url: string
  readonly relevance?: number
  readonly relevant?: boolean
  readonly who?: readonly NameCount[]
}

/** A collection of a few pages in a temporary database, for tests. */
export class TestLibrary {
  readonly store: Store
  readonly collection: SearchedCollection
  readonly folder: string

  private constructor(store: Store, id: string, folder: string) {
    this.store = store
    this.collection = { id, event: eventNamed(id), store }
    this.folder = folder
  }

  static async make(id: string, pages: readonly TestPage[] = []): Promise<TestLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'eventide-library-'))
    const bed = new TestLibrary(await openSqliteStore(join(folder, 'collection.db')), id, folder)
    for (const page of pages) await bed.add(page)
    return bed
  }

  /** Adds a page as a crawl would; returns its id. */
  async add({ url, relevance = 0.9, relevant = true, who = [], ...reading }: TestPage): Promise<number> {
    await this.store.add([item(url)])
    const [lease] = await this.store.claim({ n: 1, leaseMs: 1, worker: 'bed', now: 0 })
    if (!lease) throw new Error(`${url} could not be claimed`)
    const summary = (reading.text ?? '').slice(0, 100)
    const outcome = pageOutcome({ url, ...reading }, { relevance, relevant }, { who: [...who], summary })
    await this.store.complete(lease, outcome, [], { notBefore: 0 })
    return lease.id
  }

  async remove(): Promise<void> {
    await this.store.close()
    await rm(this.folder, { recursive: true })
  }
}
