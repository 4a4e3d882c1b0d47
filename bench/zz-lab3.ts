import { incidents, tfs, idf, rar, vec, top, cos, ap, placeScores, dayOf, pool, dayNumber } from './zz-lab2.ts'
const run = (name: string, f: (inc: number, seed: number) => number[]) => {
  let s = 0, n = 0
  incidents.forEach(([, l], k) => { const rel = new Set(l); for (const seed of l) { s += ap(f(k, seed), rel, seed); n++ } })
  console.log(name, (s / n).toFixed(4))
}
const vi = tfs.map((m) => vec(m, idf))
run('tfidf', (_, seed) => vi.map((v) => cos(vi[seed]!, v)))
for (const p of [1, 2, 3]) {
  const vr = tfs.map((m) => vec(m, rar(p)))
  run(`rarity^${p} full`, (_, seed) => vr.map((v) => cos(vr[seed]!, v)))
  for (const k of [20, 40, 80]) { run(`rarity^${p} top ${k} page-space`, (_, seed) => { const e = top(vr[seed]!, k); return vr.map((v) => cos(e, v)) }) }
}
const vr = tfs.map((m) => vec(m, rar(2)))
const sims = new Map<number, number[]>()
const sim = (seed: number) => { let s = sims.get(seed); if (!s) { const e = top(vr[seed]!, 40); s = vr.map((v) => cos(e, v)); sims.set(seed, s) } return s }
const date = (k: number, i: number) => { const d = dayOf[i]; if (d === null) return 0.5; const x = d - dayNumber(pool[incidents[k]![1][0]!].incidentDate)!; return x < -1 ? 0.05 : 1 / (1 + Math.max(0, x) / 30) }
const pl = (k: number, i: number) => { const p = placeScores[k]![i]!; return p.tot === 0 ? 0.5 : p.best }
const pl2 = (k: number, i: number) => { const p = placeScores[k]![i]!; return p.tot === 0 ? 0.5 : p.inn / p.tot }
for (const [n, P] of [['best', pl], ['share', pl2]] as const) {
  run(`sim*place ${n}`, (k, seed) => sim(seed).map((s, i) => s * (0.1 + P(k, i))))
  run(`sim*date ${n}`, (k, seed) => sim(seed).map((s, i) => s * date(k, i)))
  run(`sim*place*date ${n}`, (k, seed) => sim(seed).map((s, i) => s * (0.1 + P(k, i)) * (0.1+date(k, i))))
  run(`sum .36/.42/.22 ${n}`, (k, seed) => sim(seed).map((s, i) => .36*s +.42* P(k, i) +.22* date(k, i)))
  run(`place+date ${n}`, (k, seed) => sim(seed).map((s, i) => .42* P(k, i) +.22* date(k, i)))
}
