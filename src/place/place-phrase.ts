import type { Place } from '../model/place.ts'
import type { Gazetteer } from './gazetteer.ts'
import { createGeoparser } from './geoparser.ts'

/**
 * Where a free phrase points: `Village, County, Province`, `near X`, `12 km north of Y in Z`. The narrowest place whose container is
 * named too wins; with nothing narrower known, the container itself.
 */
export function locatePhrase(gazetteer: Gazetteer, phrase: string): Place | undefined {
  const exact = gazetteer.resolve(phrase)
  if (exact) return exact
  const mentions = createGeoparser(gazetteer).mentions(phrase, 'en')
  return mentions.find((mention) => mention.place)?.place ?? undefined
}
