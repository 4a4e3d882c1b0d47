import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { rarityOf } from '../src/text/commonness.ts'
import { termsOf } from '../src/text/terms.ts'
import { backgroundTerms } from '../src/event/background.ts'
import { dayNumber } from '../src/time/day.ts'
import { loadGazetteer } from '../src/place/gazetteer.ts'
import { createGeoparser } from '../src/place/geoparser.ts'
import { spatialFactor } from '../src/place/relation.ts'
const g = loadGazetteer()
const { pool, readings } = JSON.parse(readFileSync('/tmp/events/lab/gva.json', 'utf8'))
const half = (id: string) => createHash('sha256').update(id).digest()[0]! & 1
const by = new Map<string, number[]>()
pool.forEach((r: any, i: number) => by.set(r.incident, [...(by.get(r.incident) ?? []), i]))
const incidents = [...by].filter(([id, l]) => l.length >= 4 && half(id) === 0)
console.log('dev incidents', incidents.length)
const terms: string[][] = readings.map((p: any) => termsOf(p.mainText, p.language))
const bg = backgroundTerms('en')
const tfs = terms.map((t) => { const m = new Map<string, number>(); for (const x of t) if (!bg.has(x) && x.length > 1) m.set(x, (m.get(x) ?? 0) + 1); return m })
const df = new Map<string, number>(); for (const m of tfs) for (const t of m.keys()) df.set(t, (df.get(t) ?? 0) + 1)
const idf = (t: string) => Math.log(tfs.length / df.get(t)!)
const rar = (p: number) => (t: string) => rarityOf(t, 'en') ** p
const vec = (m: Map<string, number>, w: (t: string) => number) => { const v = new Map<string, number>(); for (const [t, n] of m) v.set(t, (1 + Math.log(n)) * w(t)); return v }
const norm = (v: Map<string, number>) => Math.sqrt([...v.values()].reduce((a, b) => a + b * b, 0))
const top = (v: Map<string, number>, k: number) => new Map([...v].sort((a, b) => b[1] - a[1]).slice(0, k))
function cos(a: Map<string, number>, b: Map<string, number>) { let d = 0; for (const [t, w] of a) d += w * (b.get(t) ?? 0); return d / (norm(a) * norm(b) || 1) }
const ap = (scores: number[], rel: Set<number>, seed: number) => { const order = scores.map((s, i) => i).filter((i) => i !== seed).sort((a, b) => scores[b]! - scores[a]! || a - b); let hit = 0, sum = 0; order.forEach((i, r) => { if (rel.has(i)) { hit++; sum += hit / (r + 1) } }); return sum / (rel.size - 1) }
const place = (r: any) => { let p = g.resolve(`${r.city}, ${r.state}`); if (!p) { const m = /\(([^)]*)\)/.exec(r.city); p = (m && g.resolve(`${m[1]}, ${r.state}`)) || g.resolve(`${r.city.replace(/\(.*\)/, '').trim()}, ${r.state}`) || nearest(r) } return p }
function nearest(r: any) { let best = -1, d = 1e9; const { lat, lon, level } = g.file.rows; for (let i = 0; i < lat.length; i++) { if ((level[i] ?? 0) !== 6) continue; const e = (lat[i]! - r.lat) ** 2 + (lon[i]! - r.lon) ** 2; if (e < d) { d = e; best = i } } return g.at(best) }
const placeScores = incidents.map(([, l]) => {
  const r = pool[l[0]!]; const ev = place(r)!
  const geo = createGeoparser(g, { favour: [ev] })
  const memo = new Map<string, number>()
  return readings.map((p: any) => {
    const places = p.mainText.includes(ev.name) ? geo.places(p.mainText, p.language) : p.places
    let inn = 0, tot = 0, best = 0, first = ''
    for (const c of places) { let f = memo.get(c.id); if (f === undefined) { const q = g.get(c.id); f = q ? spatialFactor(g, ev, q) : 0; memo.set(c.id, f) } inn += f * c.count; tot += c.count; if (f > best) best = f }
    return { inn, tot, best, main: places[0] ? memo.get(places[0].id)! : null, n: places.length }
  })
})
const dayOf = readings.map((p: any) => p.published ? dayNumber(p.published) : null)
export { pool, readings, half, by, incidents, terms, tfs, idf, rar, vec, norm, top, cos, ap, placeScores, dayOf, dayNumber, g }
