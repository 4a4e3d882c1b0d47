import { readFileSync, writeFileSync, existsSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readPage } from '../src/page/read-page.ts'
import { loadGazetteer } from '../src/place/gazetteer.ts'
import { createGeoparser } from '../src/place/geoparser.ts'
const rows = gunzipSync(readFileSync('/work/shared/data/events/gva-shootings/articles.jsonl.gz')).toString().split('\n').filter(Boolean).map((l) => JSON.parse(l))
const g = loadGazetteer()
const geo = createGeoparser(g)
const seen = new Set<string>()
const t0 = Date.now()
const pool = rows.filter((r) => { const k = r.text.slice(0, 500); if (r.text.length < 200 || seen.has(k)) return false; seen.add(k); return true })
const by = new Map<string, number>()
for (const r of pool) by.set(r.incident, (by.get(r.incident) ?? 0) + 1)
console.log(pool.length, [...by.values()].filter((n) => n >= 4).length, [...by.values()].filter(n=>n>=4).reduce((a,b)=>a+b))
const readings = pool.map((r) => {
  const p = readPage({ url: r.url, body: new TextEncoder().encode(`${r.title}\n\n${r.text}`), contentType: 'text/plain; charset=utf-8' }, { geoparser: geo })
  return { ...p, published: r.published ?? null, publishedFrom: r.published ? 'given' : 'none' }
})
console.log('read', Date.now() - t0)
const miss = new Set<string>()
for (const r of pool) { const p = g.resolve(`${r.city}, ${r.state}`); if (!p && by.get(r.incident)! >= 4) miss.add(`${r.city}, ${r.state}`) }
console.log(miss)
writeFileSync('/tmp/events/lab/gva.json', JSON.stringify({ pool, readings }))
