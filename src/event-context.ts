import type { EventContext } from './event/event-file.ts'
import { loadGazetteer } from './place/load-gazetteer.ts'
import { strategyCatalog } from './score/strategy-spec.ts'

/** Gazetteer and strategies used to read event files. The gazetteer is loaded by the first event that names a place. */
export const eventContext: EventContext = {
  get places() {
    return loadGazetteer()
  },
  strategies: strategyCatalog,
}
