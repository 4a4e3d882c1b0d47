import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Label, Ontology } from '../model/ontology.ts'
import { ONTOLOGY_FORMATS, readOntology, writeOntology } from './formats.ts'
import { makeOntology } from './make-ontology.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string, file = 'test.ttl') => readOntology(bytes(text), file)

const label = fc.record<Label>({
  text: fc.string({ unit: 'binary', maxLength: 12 }),
  language: fc.constantFrom('', 'en', 'zh', 'pt-br', 'no', 'und'),
})
const id = fc.oneof(
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .filter((text) => /[\p{L}\p{N}\p{P}]/u.test(text)),
  fc.constantFrom(
    'flood',
    'null',
    '1.0',
    '- a',
    'a: b',
    '#x',
    '__proto__',
    'true',
    '<b>',
    "it's",
    'concepts',
  ),
  fc.webUrl({ withFragments: true }),
)

/** Any hierarchy: the parents of a concept come before it. */
const ontologies: fc.Arbitrary<Ontology> = fc
  .record({
    name: fc.option(fc.string({ maxLength: 10 }), { nil: undefined }),
    ids: fc.uniqueArray(id, { minLength: 1, maxLength: 12 }),
    labels: fc.array(fc.array(label, { maxLength: 4 }), { minLength: 12, maxLength: 12 }),
    synonyms: fc.array(fc.array(label, { maxLength: 4 }), { minLength: 12, maxLength: 12 }),
    parents: fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 12, maxLength: 12 }),
    topic: fc.nat(11),
  })
  .map(({ name, ids, labels, synonyms, parents, topic }) => {
    const concepts = ids.map((one, i) => ({
      id: one,
      labels: labels[i] ?? [],
      synonyms: synonyms[i] ?? [],
      parents: (parents[i] ?? []).flatMap((p) => (p < i ? (ids[p] ?? []) : [])),
    }))
    return { name, concepts, topic: ids[topic % ids.length] ?? '' }
  })
  .filter((draft) => {
    try {
      makeOntology(draft)
      return true
    } catch {
      return false // two ids that are equal after cleaning may form a cycle
    }
  })
  .map((draft) => makeOntology(draft).ontology)

describe('ontology formats', () => {
  it.each(ONTOLOGY_FORMATS)('%s: reads back everything that was written', async (format) => {
    await fc.assert(
      fc.asyncProperty(ontologies, async (ontology) => {
        const text = await writeOntology(ontology, format)
        const file = format === 'yaml' ? 'test.yaml' : 'test.owl'
        const back = await read(text, file)
        expect(back.ontology).toEqual(ontology)
        expect(back.leftOut.size).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})

const PREFIXES = `@prefix : <http://example.org/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
`
const parentsOf = ({ concepts }: Ontology) =>
  Object.fromEntries(concepts.map(({ id, parents }) => [id, parents]))

describe('reading RDF', () => {
  it('reads classes as saved by Protégé, with entities for namespaces', async () => {
    const { ontology, leftOut } = await read(
      `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY owl "http://www.w3.org/2002/07/owl#" > <!ENTITY storm "http://example.org/storm" > ]>
<rdf:RDF xmlns="http://example.org/storm#" xml:base="http://example.org/storm"
  xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Ontology rdf:about="http://example.org/storm"><rdfs:label>Storms</rdfs:label></owl:Ontology>
  <owl:Class rdf:about="#Storm"><rdfs:subClassOf rdf:resource="&owl;Thing"/></owl:Class>
  <owl:Class rdf:ID="HeavyRain">
    <rdfs:label xml:lang="ZH">暴雨</rdfs:label>
    <rdfs:comment>More than 50 mm a day.</rdfs:comment>
    <rdfs:subClassOf rdf:resource="&storm;#Storm"/>
    <rdfs:subClassOf><owl:Restriction><owl:onProperty rdf:resource="#p"/></owl:Restriction></rdfs:subClassOf>
  </owl:Class>
</rdf:RDF>`,
      'storm.owl',
    )
    expect(ontology).toEqual({
      name: 'Storms',
      topic: 'http://example.org/storm#Storm',
      concepts: [
        { id: 'http://example.org/storm#Storm', labels: [], synonyms: [], parents: [] },
        {
          id: 'http://example.org/storm#HeavyRain',
          labels: [{ text: '暴雨', language: 'zh' }],
          synonyms: [],
          parents: ['http://example.org/storm#Storm'],
        },
      ],
    })
    expect([...leftOut.keys()].map((iri) => iri.split('#')[1]).sort()).toEqual([
      'comment',
      'onProperty',
      'subClassOf',
    ])
  })

  it('reads SKOS relations in either direction, and concepts without an IRI', async () => {
    const { ontology } = await read(`${PREFIXES}
:scheme a skos:ConceptScheme ; dcterms:title "Water" ; dcterms:subject :flood ; skos:hasTopConcept :water .
:water skos:narrower :flood ; skos:prefLabel "water"@en, "eau"@fr .
:flood skos:narrower [ a skos:Concept ; skos:prefLabel "flash flood"@en ; skos:hiddenLabel "flashflood"@en ] ;
  skos:prefLabel "flood"@en ; rdfs:label "floods"@en ; skos:altLabel "deluge"@en .`)
    expect(ontology.name).toBe('Water')
    expect(ontology.topic).toBe('http://example.org/#flood')
    expect(parentsOf(ontology)).toEqual({
      'http://example.org/#water': [],
      'http://example.org/#flood': ['http://example.org/#water'],
      'flash flood': ['http://example.org/#flood'],
    })
    expect(ontology.concepts[1]?.synonyms.map(({ text }) => text)).toEqual(['floods', 'deluge'])
    expect(ontology.concepts[2]?.synonyms.map(({ text }) => text)).toEqual(['flashflood'])
  })

  it('places a class defined as an intersection under the classes it intersects', async () => {
    const { ontology } = await read(`${PREFIXES}
:Disaster a owl:Class . :Flood a owl:Class ; owl:equivalentClass [ a owl:Class ;
  owl:intersectionOf ( :Disaster [ a owl:Restriction ; owl:onProperty :by ; owl:someValuesFrom :Rain ] ) ] .`)
    expect(parentsOf(ontology)).toEqual({
      'http://example.org/#Disaster': [],
      'http://example.org/#Flood': ['http://example.org/#Disaster'],
    })
  })

  it('merges classes that are declared equivalent', async () => {
    const { ontology } = await read(`${PREFIXES}
:Typhoon a owl:Class ; rdfs:label "typhoon"@en ; rdfs:subClassOf :Storm .
:Hurricane a owl:Class ; rdfs:label "hurricane"@en ; owl:equivalentClass :Typhoon ; rdfs:subClassOf :Hurricane .
:Haiyan rdfs:subClassOf :Hurricane .`)
    expect(parentsOf(ontology)).toEqual({
      'http://example.org/#Storm': [],
      'http://example.org/#Typhoon': ['http://example.org/#Storm'],
      'http://example.org/#Haiyan': ['http://example.org/#Typhoon'],
    })
    expect(ontology.concepts[1]?.synonyms.map(({ text }) => text)).toEqual(['hurricane'])
  })

  it('chooses the root with the most concepts as topic, and reports it', async () => {
    const { ontology, topicIsGuess } = await read(`${PREFIXES} :Alone a owl:Class . :B rdfs:subClassOf :A .`)
    expect(ontology.topic).toBe('http://example.org/#A')
    expect(topicIsGuess).toBe(true)
  })
})

describe('hostile and broken ontologies', () => {
  const rdf = (body: string, doctype = '') =>
    `<?xml version="1.0"?>\n${doctype}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">\n${body}</rdf:RDF>`
  const entities = Array.from({ length: 30_000 }, () => '&a;').join('')
  it.each([
    [
      'a very long entity',
      rdf('', `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1000)}">]>`),
      /t\.owl:2: .*an entity is longer/,
    ],
    [
      'many uses of a long entity',
      rdf(entities.repeat(10), `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(400)}">]>`),
      /entities expand to more than/,
    ],
    ['deeply nested elements', rdf('<owl:Class><rdfs:x>'.repeat(20_000)), /nested more than 100 deep/],
    ['a truncated file', rdf('<owl:Class rdf:about="http://a/b"/>').slice(0, -12), /t\.owl:3: .*truncated/],
    [
      'an element with the wrong end tag',
      rdf('<owl:Class></owl:Clas>'),
      /t\.owl:3:\d+: not valid RDF\/XML: an element is not closed by its own end tag$/,
    ],
    [
      'an unknown entity',
      rdf('<owl:Class rdf:about="http://a/b"><rdfs:label>&nbsp;</rdfs:label></owl:Class>'),
      /t\.owl:3:\d+: not valid RDF\/XML: declare the entity or write the character itself$/,
    ],
    [
      'a cycle',
      `${PREFIXES} :A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :C rdfs:subClassOf :A .`,
      /t\.owl: The concepts form a cycle: "A" is under "B" is under "C" is under "A"; remove/,
    ],
    [
      'Turtle with an undeclared prefix',
      `${PREFIXES}x:A a owl:Class .\n`,
      /not valid Turtle: declare the prefix x:?$/,
    ],
    [
      'Turtle with a syntax error',
      `${PREFIXES}:A rdfs:subClassOf .\n`,
      /t\.owl:6: not valid Turtle: check for a missing full stop/,
    ],
    [
      'a chain of a thousand',
      PREFIXES + Array.from({ length: 1000 }, (_, i) => `:c${i + 1} rdfs:subClassOf :c${i} .`).join('\n'),
      /The ontology has more than 200 levels/,
    ],
    ['nothing', '', /t\.owl: The ontology contains no concepts/],
    ['a page', '<!DOCTYPE html><html><body>Not found</body></html>', /t\.owl is a web page/],
    [
      'OWL/XML',
      '<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#">',
      /OWL\/XML, which is not read; save it as RDF\/XML/,
    ],
    [
      'functional syntax',
      'Prefix(:=<http://a/>)\nOntology(<http://a>)',
      /functional or Manchester syntax; save it/,
    ],
  ])('refuses %s', async (_, text, message) => {
    await expect(read(text, 't.owl')).rejects.toThrow(message)
  })

  it('refuses bytes that are not text', async () => {
    await expect(readOntology(Uint8Array.of(0xff, 0xfe, 0), 'a.ttl')).rejects.toThrow(/not UTF-8/)
  })

  it('reads deeply nested Turtle without delay', async () => {
    const text = `${PREFIXES}:A a owl:Class ; :p ${'[ :p '.repeat(20_000)}:x ${']'.repeat(20_000)} .`
    await expect(read(text)).resolves.toMatchObject({ ontology: { topic: 'http://example.org/#A' } })
  })
})
