/**
 * How well copies are found, and at what cost: `npx tsx bench/speed/near-duplicates.ts [--data folder] [--index 1000000]`.
 * Without options: generated edits of generated texts. With `--data`: the same edits of real articles,
 * and pairs of different articles about one event, which must not be taken for copies. With `--index`: the cost of a lookup among so many pages.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { copyResemblance, fingerprintOf, sketchOf } from '../../src/page/fingerprint.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { Connection } from '../../src/store/sqlite/connection.ts'
import { Copies } from '../../src/store/sqlite/copies.ts'
import { migrate } from '../../src/store/sqlite/schema.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, index: { type: 'string' } } })
const random = seededRandom(5)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

interface Text {
  readonly title: string
  readonly text: string
  /** Texts of one event, where known. */
  readonly event?: string
}

/** Generated sentences with words drawn by Zipf's law; every fourth text is in Han characters. */
function generated(n: number): Text {
  const han = n % 4 === 3
  const rare = () => Math.floor(4_000 ** random())
  const word = () => (han ? String.fromCharCode(0x4e00 + rare()) : `w${rare().toString(36)}`)
  const sentence = () => Array.from({ length: 8 + Math.floor(random() * 18) }, word).join(han ? '' : ' ')
  const sentences = Array.from({ length: 10 + Math.floor(random() * 40) }, sentence)
  return { title: sentence(), text: sentences.join(han ? '。' : '. ') }
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?。！？])\s{0,3}/).filter(Boolean)

/** Edits of a story by other papers and after publication. */
const EDITS: Readonly<Record<string, (text: string, other: string) => string>> = {
  'the same': (text) => text,
  'date line added': (text) => `Updated: 9 November 2013, 07:12 GMT. ${text}`,
  'byline and tail changed': (text) =>
    `By our own correspondent. ${text} Read more on our pages. All rights reserved.`,
  'a sentence in ten cut': (text) =>
    sentencesOf(text)
      .filter((_, i) => i % 10 !== 4)
      .join(' '),
  'a paragraph added (15 %)': (text, other) => `${text} ${other.slice(0, text.length * 0.15)}`,
  'a word in fifty changed': (text) =>
    text
      .split(' ')
      .map((word, i) => (i % 50 === 25 ? 'another' : word))
      .join(' '),
  'a third added': (text, other) => `${text} ${other.slice(0, text.length / 3)}`,
  'half replaced': (text, other) => text.slice(0, text.length / 2) + other.slice(0, text.length / 2),
  'another story': (_text, other) => other,
}
/** Edits after which a text is still the same one. After the last two it is another; one that grew by a third may be either. */
const COPIES = new Set(Object.keys(EDITS).slice(0, 6))
const OTHERS = new Set(Object.keys(EDITS).slice(-2))

function found(a: Text, b: Text): boolean {
  const [one, other] = [fingerprintOf(a.title, a.text), fingerprintOf(b.title, b.text)]
  const shared = new Set(one.keys)
  return other.keys.some((key) => shared.has(key)) && copyResemblance(one, other) !== null
}

const isHan = ({ text }: Text) => /\p{Script=Han}/u.test(text.slice(0, 200))
/** Another text in the same script, about another event. */
function otherThan(text: Text, texts: readonly Text[]): Text {
  for (;;) {
    const other = pick(texts)
    if (other !== text && isHan(other) === isHan(text) && (other.event ?? 1) !== (text.event ?? 2))
      return other
  }
}

function tellEdits(name: string, texts: readonly Text[]): void {
  console.log(`\n${name}: ${texts.length} texts\n\n| edit | taken for a copy |\n|---|--:|`)
  let [right, wrong, missed] = [0, 0, 0]
  for (const [edit, apply] of Object.entries(EDITS)) {
    let copies = 0
    for (const text of texts) {
      const other = otherThan(text, texts)
      copies += found(text, {
        title: edit === 'another story' ? other.title : text.title,
        text: apply(text.text, other.text),
      })
        ? 1
        : 0
    }
    if (COPIES.has(edit)) {
      right += copies
      missed += texts.length - copies
    } else if (OTHERS.has(edit)) wrong += copies
    console.log(`| ${edit} | ${((100 * copies) / texts.length).toFixed(1)} % |`)
  }
  console.log(
    `\nrecall ${(right / (right + missed)).toFixed(4)} over the first six, precision ${(right / (right + wrong)).toFixed(4)} against the last two`,
  )
}

function lines(file: string): Record<string, string>[] {
  return gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function articles(folder: string): Text[] {
  const files: [string, (line: Record<string, string>) => Text][] = [
    [
      'events/ecbplus/ecbplus.jsonl.gz',
      (l) => ({ title: '', text: l.text ?? '', event: `${l.topic}/${l.event}` }),
    ],
    [
      'events/gva-shootings/articles.jsonl.gz',
      (l) => ({ title: l.title ?? '', text: l.text ?? '', event: l.incident }),
    ],
    [
      'events/wikinews-clusters/clusters.jsonl.gz',
      (l) => ({ title: l.title ?? '', text: l.text ?? '', event: `${l.set}/${l.cluster}` }),
    ],
    ['chinese/cec.jsonl.gz', (l) => ({ title: l.title ?? '', text: l.text ?? '' })],
  ]
  return files.flatMap(([file, textOf]) => {
    const path = join(folder, file)
    if (!existsSync(path)) return []
    return lines(path)
      .map(textOf)
      .filter(({ text }) => text.length >= 200)
  })
}

/** Pairs of different articles about one event that are taken for copies, with their similarity. */
function tellPairs(texts: readonly Text[]): void {
  const events = new Map<string, Text[]>()
  for (const text of texts) if (text.event) events.set(text.event, [...(events.get(text.event) ?? []), text])
  const alike: number[] = []
  let pairs = 0
  for (const group of events.values()) {
    for (const [i, a] of group.entries()) {
      for (const b of group.slice(i + 1)) {
        pairs++
        const resemblance = copyResemblance(fingerprintOf(a.title, a.text), fingerprintOf(b.title, b.text))
        if (resemblance !== null && found(a, b)) alike.push(resemblance)
      }
    }
  }
  const [from = 0] = alike.sort((a, b) => a - b)
  console.log(
    `\n${pairs} pairs of articles about one event: ${alike.length} taken for copies (sharing ${from.toFixed(2)} to ${(alike.at(-1) ?? 0).toFixed(2)} of their text)`,
  )
}

function tellCost(pages: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'eventide-copies-'))
  const connection = new Connection(join(folder, 'collection.db'), false)
  migrate(connection)
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF')
  const copies = new Copies(connection)
  const texts = Array.from({ length: 500 }, (_, n) => generated(n))
  const real = texts.map(({ title, text }) => fingerprintOf(title, text))
  // Keys are hashes, so random ones are distributed like those of real pages.
  const drawn = () => Array.from({ length: 12 }, () => Math.floor(random() * 2 ** 52))
  for (let order = 1; order <= pages; order += 1_000) {
    connection.transaction(() => {
      for (let i = order; i < order + 1_000; i++) copies.index(i, { keys: drawn(), shingles: new Set() })
    })
    if (order % 200_000 === 1) console.error(`${order + 999} pages indexed`)
  }
  const times = {
    fingerprint: [] as number[],
    sketch: [] as number[],
    lookup: [] as number[],
    index: [] as number[],
  }
  const timed = (list: number[], work: () => void) => {
    const start = performance.now()
    work()
    list.push(performance.now() - start)
  }
  for (let round = 0; round < 4; round++) {
    for (const [n, { title, text }] of texts.entries()) {
      timed(times.fingerprint, () => fingerprintOf(title, text))
      timed(times.sketch, () => sketchOf({ title, mainText: text, text }))
      const keys = round % 2 ? drawn() : (real[n]?.keys ?? [])
      timed(times.lookup, () => copies.originalOf({ keys, shingles: new Set() }))
      timed(times.index, () =>
        connection.transaction(() =>
          copies.index(pages + round * 500 + n + 1, { keys: drawn(), shingles: new Set() }),
        ),
      )
    }
  }
  const size = texts.reduce((sum, { text }) => sum + text.length, 0) / texts.length
  console.log(
    `\n${pages} pages in the index, texts of ${Math.round(size)} characters\n\n| step | median ms | 99th percentile ms |\n|---|--:|--:|`,
  )
  for (const [step, list] of Object.entries(times)) {
    list.sort((a, b) => a - b)
    console.log(
      `| ${step} | ${list[Math.floor(list.length / 2)]?.toFixed(3)} | ${list[Math.floor(list.length * 0.99)]?.toFixed(3)} |`,
    )
  }
  connection.close()
  rmSync(folder, { recursive: true })
}

if (values.index) tellCost(Number(values.index))
else if (values.data) {
  const texts = articles(values.data)
  tellEdits(
    'real articles, every third',
    texts.filter((_, n) => n % 3 === 0),
  )
  tellPairs(texts)
} else
  tellEdits(
    'generated',
    Array.from({ length: 400 }, (_, n) => generated(n)),
  )
