// CPU time of weighting, writing and reading ontologies of growing size, and of building lattices: `npx tsx bench/speed/ontology.ts`.

import { makeContext } from '../../src/ontology/context.ts'
import { ONTOLOGY_FORMATS, readOntology, writeOntology } from '../../src/ontology/formats.ts'
import { latticeOf } from '../../src/ontology/lattice.ts'
import { makeOntology } from '../../src/ontology/make-ontology.ts'
import { ontologyTerms } from '../../src/ontology/ontology-terms.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'

const SIZES = [1_000, 10_000, 100_000]
const label = (text: string, language: string) => ({ text, language })

/** Each concept has an earlier one as parent, a tenth of them a second one. */
function ontologyOf(size: number) {
  const random = seededRandom(1)
  const concepts = Array.from({ length: size }, (_, i) => ({
    id: `http://example.org/#c${i}`,
    labels: [label(`concept ${i}`, 'en'), label(`概念${i}`, 'zh')],
    synonyms: [label(`notion ${i}`, 'en')],
    parents: Array.from(
      { length: i === 0 ? 0 : random() < 0.1 ? 2 : 1 },
      () => `http://example.org/#c${Math.floor((random() * i) / 4)}`,
    ),
  }))
  return makeOntology({ concepts }).ontology
}

/** Processor time in milliseconds, which other programs do not affect. */
async function timed<T>(work: () => T | Promise<T>): Promise<[number, T]> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return [Math.round((user + system) / 1000), result]
}

for (const size of SIZES) {
  const ontology = ontologyOf(size)
  const [terms] = await timed(() => ontologyTerms(ontology))
  const parts = [`terms ${terms} ms`]
  for (const format of ONTOLOGY_FORMATS) {
    if (size > 10_000) continue
    const [writing, text] = await timed(() => writeOntology(ontology, format))
    const [reading] = await timed(() =>
      readOntology(new TextEncoder().encode(text), `a.${format === 'yaml' ? 'yaml' : 'owl'}`),
    )
    parts.push(`${format} write ${writing} read ${reading} ms (${Math.round(text.length / 1024)} kB)`)
  }
  console.log(`${size} concepts: ${parts.join(', ')}`)
}

const random = seededRandom(1)
for (const [documents, terms] of [
  [100, 20],
  [100, 30],
  [1000, 30],
] as const) {
  const names = (n: number) => Array.from({ length: n }, (_, i) => `${i}`)
  const holds = names(documents).map(() => [...Array(terms).keys()].filter(() => random() < 0.2))
  const [took, size] = await timed(() => {
    try {
      return `${latticeOf(makeContext(names(documents), names(terms), holds)).concepts.length} concepts`
    } catch (error) {
      return (error as Error).message
    }
  })
  console.log(
    `lattice of ${documents} documents and ${terms} terms, a fifth of the marks set: ${size}, ${took} ms`,
  )
}
