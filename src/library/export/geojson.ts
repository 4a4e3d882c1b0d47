import type { ExportLine } from './export-line.ts'

interface Feature {
  readonly type: 'Feature'
  readonly id: string
  /** Longitude first (RFC 7946); null for a page without places. */
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly [number, number] } | null
  readonly properties: Readonly<Record<string, string | number | boolean | null>>
}

/** One feature per page and place; a page without places is one feature without geometry. */
export function featuresOf(line: ExportLine): Feature[] {
  const { url, title, language, published, relevance, relevant, source, summary, kind, collection, page } =
    line
  const about = {
    url,
    title,
    language,
    published,
    relevance,
    relevant,
    source,
    summary,
    kind,
    collection,
    page,
  }
  const id = `${collection}/${page}`
  if (line.places.length === 0) return [{ type: 'Feature', id, geometry: null, properties: about }]
  return line.places.map((place) => ({
    type: 'Feature',
    id: `${id}/${place.id}`,
    geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
    properties: { place: place.name, placeId: place.id, mentions: place.count, ...about },
  }))
}
