import { distanceKm } from '../place/distance.ts'
import { PAGE_KINDS, type PageKind } from '../store/records.ts'
import { type Columns, FLAG, NO_DAY } from './columns.ts'
import { languageName } from './language-name.ts'
import { containsName, foldName } from './person-name.ts'
import type { Circle, Condition } from './search-query.ts'

/** Tests a page, given by its fetch order. */
export type PageTest = (order: number) => boolean

/** Compiles a condition: names are resolved once, so that each page costs one or two array lookups. */
export function pageTest(columns: Columns, condition: Condition): PageTest {
  const test = positiveTest(columns, condition)
  return condition.negated ? (order) => !test(order) : test
}

function positiveTest(columns: Columns, condition: Condition): PageTest {
  switch (condition.of) {
    case 'site':
      return siteTest(columns, condition.sites)
    case 'language':
      return languageTest(columns, condition.languages)
    case 'area':
      return areaTest(columns, condition.ids)
    case 'circle':
      return placeTest(columns, inCircle(condition.circle))
    case 'box':
      return placeTest(columns, inBox(condition.box))
    case 'days': {
      const { from, to } = condition
      return (order) => {
        const day = columns.days[order] ?? NO_DAY
        return day !== NO_DAY && day >= from && day <= to
      }
    }
    case 'who':
      return whoTest(columns, condition.name, condition.whole)
    case 'kind':
      return kindTest(columns, condition.kinds)
    case 'verdict': {
      const wanted = condition.kept ? FLAG.kept : 0
      return (order) => ((columns.flags[order] ?? 0) & FLAG.kept) === wanted
    }
    case 'curated': {
      const bits = condition.decision === 'any' ? FLAG.accepted | FLAG.rejected : FLAG[condition.decision]
      return (order) => ((columns.flags[order] ?? 0) & bits) !== 0
    }
  }
}

/** A site is a registrable domain or a host, including its subdomains. A page also belongs to the sites of its copies. */
function siteTest(columns: Columns, sites: readonly string[]): PageTest {
  const wanted = sites.map((site) => hostOf(site.toLowerCase()))
  const marked = new Uint8Array(columns.hostNames.length)
  for (const [at, host] of columns.hostNames.names.entries()) {
    const source = columns.sourceNames.names[columns.sourceOfHost[at] ?? 0]
    if (wanted.some((site) => host === site || source === site || host.endsWith(`.${site}`))) marked[at] = 1
  }
  return (order) => {
    if (marked[columns.hosts[order] ?? 0] === 1) return true
    if (((columns.flags[order] ?? 0) & FLAG.hasCopies) === 0) return false
    return columns.copiesOf(order).some((copy) => marked[columns.hosts[copy] ?? 0] === 1)
  }
}

/** Users also paste URLs. */
function hostOf(site: string): string {
  const bare = site.replace(/^[a-z]{1,10}:\/\//, '').replace(/^www\./, '')
  const end = bare.search(/[/?#]/)
  return end < 0 ? bare : bare.slice(0, end)
}

/** By code, with or without a region, or by name: `zh`, `zh-Hans`, `Chinese`. */
function languageTest(columns: Columns, languages: readonly string[]): PageTest {
  const wanted = new Set(
    languages.flatMap((one) => [one.toLowerCase(), one.toLowerCase().split(/[-_]/)[0] ?? '']),
  )
  const marked = new Uint8Array(columns.languageNames.length)
  for (const [at, code] of columns.languageNames.names.entries())
    if (wanted.has(code) || wanted.has(languageName(code).toLowerCase())) marked[at] = 1
  return (order) => marked[columns.languages[order] ?? 0] === 1
}

/** Pages that name the place or a place inside it. */
function areaTest(columns: Columns, ids: readonly string[]): PageTest {
  const marked = new Uint8Array(columns.areaNames.length)
  for (const id of ids) {
    const area = columns.areaNames.find(id)
    if (area !== undefined) marked[area] = 1
  }
  return (order) => columns.areas.meets(order, marked)
}

function placeTest(columns: Columns, within: (lat: number, lon: number) => boolean): PageTest {
  const marked = new Uint8Array(columns.placeList.length)
  for (const place of columns.placeList) if (place && within(place.lat, place.lon)) marked[place.number] = 1
  return (order) => columns.places.meets(order, marked)
}

function inCircle({ lat, lon, km }: Circle) {
  return (toLat: number, toLon: number) => distanceKm(lat, lon, toLat, toLon) <= km
}

function inBox([west, south, east, north]: readonly [number, number, number, number]) {
  return (lat: number, lon: number) =>
    lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east)
}

function whoTest(columns: Columns, name: string, whole: boolean): PageTest {
  const wanted = foldName(name)
  const marked = new Uint8Array(columns.whoNames.length)
  for (let at = 1; at < marked.length; at++)
    if (whole ? columns.whoNames[at] === name : containsName(columns.whoFolded[at] ?? '', wanted))
      marked[at] = 1
  return (order) => columns.who.meets(order, marked)
}

function kindTest(columns: Columns, kinds: readonly PageKind[]): PageTest {
  const marked = new Uint8Array(PAGE_KINDS.length)
  for (const kind of kinds) marked[PAGE_KINDS.indexOf(kind)] = 1
  return (order) => marked[columns.kinds[order] ?? 0] === 1
}
