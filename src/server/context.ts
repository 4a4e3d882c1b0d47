import type { Collection } from '../collection.ts'
import type { EventWorld } from '../event/event-file.ts'

/** The collections of the served folder. */
export interface Shelf {
  /** Ids of everything that looks like a collection, sorted. */
  ids(): Promise<string[]>
  /** Folder of a collection, whether it exists or not; refuses ids that are no safe segment. */
  dirOf(id: string): string
  /** Opened to look at, and kept open while it is used; `no-collection` when there is none. */
  open(id: string): Promise<Collection>
}

/** What handlers work with. */
export interface Context {
  readonly shelf: Shelf
  readonly world: EventWorld
  /** Where archived pages are shown. */
  readonly replayOrigin: string
  readonly mayWrite: boolean
}
