import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseEvent } from '../../src/event/event-file.ts'
import { eventContext } from '../../src/event-context.ts'
import { decodeAtOnce } from '../../src/fetch/content-decoding.ts'
import { parseRobots } from '../../src/fetch/robots.ts'
import { canonicalUrl } from '../../src/frontier/canonical-url.ts'
import { httpUrl } from '../../src/html/http-url.ts'
import { judgePage } from '../../src/library/judge-page.ts'
import { foldName } from '../../src/library/person-name.ts'
import { parseQuery } from '../../src/library/query.ts'
import { readContext } from '../../src/ontology/context-file.ts'
import { readRdfXml } from '../../src/ontology/rdf-xml.ts'
import { readTurtle } from '../../src/ontology/turtle.ts'
import { decodeBody } from '../../src/page/charset.ts'
import { fingerprintOf } from '../../src/page/fingerprint.ts'
import { shinglesOf } from '../../src/page/shingles.ts'
import { createGeoparser } from '../../src/place/geoparser.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { nameKey } from '../../src/place/name-key.ts'
import { createStrategy, DEFAULT_STRATEGY } from '../../src/score/registry.ts'
import { detectLanguage } from '../../src/text/language.ts'
import { namesOf } from '../../src/text/names.ts'
import { normalized } from '../../src/text/normalized.ts'
import { bothTermsOf } from '../../src/text/terms.ts'
import { chineseWords, segmentedWords } from '../../src/text/tokens.ts'
import { readSeries } from '../../src/time/interest.ts'
import { writtenDates } from '../../src/time/text-date.ts'
import { readTimestamp } from '../../src/time/timestamp.ts'
import { dateFromUrl } from '../../src/time/url-date.ts'
import { LISTS, PAGES, TEXTS } from './growth/inputs.ts'
import { superLinear } from './growth/measure.ts'

const geoparser = createGeoparser(loadGazetteer())
const event = parseEvent('name: Flood\nwhat: [flood, 洪水]\nwhere: [Berlin]\n', eventContext, 'event.yaml')
const strategy = createStrategy(DEFAULT_STRATEGY, { event, random: () => 0.5 })

/** Reads and judges a page as a crawl does. */
function judged(contentType: string) {
  return (body: string) =>
    judgePage({ input: { url: 'http://a.example/', body: Buffer.from(body), contentType } }, strategy, {
      geoparser,
    })
}

/** Refusing the input is as good as reading it. */
function orRefused(work: (text: string) => unknown) {
  return async (text: string) => {
    try {
      return await work(text)
    } catch {
      return null
    }
  }
}

const RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'

/** Every call of native code or of a library on text that others write. */
const CALLS: readonly (readonly [name: string, (text: string) => unknown])[] = [
  ['normalisation', (text) => ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => normalized(text, form as 'NFC'))],
  ['case mapping', (text) => [text.toLowerCase(), text.toLocaleLowerCase('tr'), text.toUpperCase()]],
  ['Intl.Segmenter', (text) => segmentedWords(text)],
  ['jieba', (text) => chineseWords(text)],
  ['language detection', (text) => detectLanguage(text)],
  ['terms in English', (text) => bothTermsOf(text, 'en')],
  ['terms in Greek', (text) => bothTermsOf(text, 'el')],
  ['terms in Turkish', (text) => bothTermsOf(text, 'tr')],
  ['terms in Chinese', (text) => bothTermsOf(text, 'zh')],
  ['terms in Japanese', (text) => bothTermsOf(text, 'ja')],
  ['terms in Thai', (text) => bothTermsOf(text, 'th')],
  ['terms in Arabic', (text) => bothTermsOf(text, 'ar')],
  ['terms in Hindi', (text) => bothTermsOf(text, 'hi')],
  ['names', (text) => namesOf(text, 'en')],
  ['person names', (text) => foldName(text)],
  ['place names', (text) => nameKey(text)],
  ['places', (text) => geoparser.places(text, 'en')],
  ['dates', (text) => writtenDates(text, 'en', 'day-first')],
  ['timestamps', (text) => readTimestamp(text, 'en', 'day-first')],
  ['dates in URLs', (text) => dateFromUrl(`http://a.example/${text}`)],
  ['URLs', (text) => [httpUrl(text, 'http://a.example/'), httpUrl(`http://a.example/?${text}`)]],
  [
    'canonical URLs',
    (text) => [canonicalUrl(`http://a.example/${text}`), canonicalUrl(`http://a.example/?${text}`)],
  ],
  ['shingles', (text) => shinglesOf(text)],
  ['near-duplicates', (text) => fingerprintOf('', text)],
  [
    'decoding',
    (text) =>
      ['utf-8', 'shift_jis', 'gb18030', 'utf-16le', null].map((label) =>
        decodeBody(Buffer.from(text), label, 1e7),
      ),
  ],
  ['gzip', (text) => decodeAtOnce(gzipSync(text, { level: 1 }), ['gzip'], 1e7)],
  ['brotli', (text) => decodeAtOnce(brotliCompressSync(text, { params: { 1: 1 } }), ['br'], 1e7)],
  ['robots.txt', (text) => parseRobots(text)],
  ['queries', orRefused((text) => parseQuery(text))],
  ['event files', orRefused((text) => parseEvent(text, eventContext, 'event.yaml'))],
  ['Turtle', orRefused((text) => readTurtle(text, 'a.ttl'))],
  ['RDF/XML', orRefused((text) => readRdfXml(`${RDF}${text}</rdf:RDF>`, 'a.rdf'))],
  ['formal contexts', orRefused((text) => readContext(text, 'a.csv'))],
  ['series', orRefused((text) => readSeries(text))],
]

async function weaknesses(
  work: (text: string) => unknown,
  inputs: ReadonlyMap<string, (n: number) => string>,
): Promise<string[]> {
  const found: string[] = []
  for (const [name, input] of inputs) {
    const times = await superLinear(work, input)
    if (times !== null) found.push(`${name}: ${times}`)
  }
  return found
}

describe('time in proportion to the input', () => {
  it('is told from quadratic time', async () => {
    const marks = (n: number) => `a${'\u0301\u0316'.repeat(n / 2)}`
    expect(await superLinear((text) => text.normalize('NFD'), marks)).not.toBeNull()
  })

  it.each(CALLS)('is taken by %s', async (_, work) => {
    expect(await weaknesses(work, TEXTS)).toEqual([])
  })

  it.each([
    [
      'HTML',
      'text/html; charset=utf-8',
      new Map([
        ...PAGES,
        ...[...TEXTS].map(([name, text]) => [name, (n: number) => `<title>t</title><p>${text(n)}`] as const),
      ]),
    ],
    ['plain text', 'text/plain; charset=utf-8', TEXTS],
    ['XML', 'application/xml', LISTS],
  ])('is taken by reading and judging %s', async (_, contentType, pages) => {
    expect(await weaknesses(judged(contentType), pages)).toEqual([])
  })
})
