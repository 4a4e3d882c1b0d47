import type { NameCount } from '../../src/model/page.ts'
import type { PlaceCount } from '../../src/model/place.ts'
import type { Gazetteer } from '../../src/place/gazetteer.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { Connection } from '../../src/store/sqlite/connection.ts'
import { Facets } from '../../src/store/sqlite/facets.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { fingerprintOf } from '../../src/store/sqlite/urls.ts'
import { packText } from '../../src/store/sqlite/values.ts'
import { indexTermsOf } from '../../src/text/terms.ts'

export interface Planned {
  readonly kept: number
  readonly rejected: number
}

/** Words of a text of about 3 KB, and of a headline. */
const BODY_WORDS = 480
const BODY_CHARACTERS = 1_000
const TITLE_WORDS = 9
const VOCABULARY = 40_000
const NAMES = 20_000
const PLACES = 8_000
const SOURCES = 900
const CHINESE_SHARE = 0.25
const COMMIT_EVERY = 1_000
const FIRST_DAY = Date.UTC(2013, 9, 1)
const MS_PER_DAY = 86_400_000

/** Planted words with their share of the English pages, so that queries have results of known size. */
export const PLANTED = {
  typhoon: 0.9,
  government: 0.5,
  rescue: 0.3,
  evacuation: 0.08,
  landslide: 0.02,
  quarantine: 0.0005,
} as const
const PHRASE = 'storm surge warning'
const PHRASE_SHARE = 0.1
const CHINESE_PHRASES = ['台风登陆', '救援人员', '灾区群众', '菲律宾政府', '暴雨预警'] as const

/** A database as after a long crawl, written table by table for speed. */
export async function buildLibrary(path: string, gazetteer: Gazetteer, planned: Planned): Promise<void> {
  await (await openSqliteStore(path)).close()
  const connection = new Connection(path, false)
  connection.exec('PRAGMA synchronous = OFF')
  const writer = new Writer(connection, gazetteer)
  const total = planned.kept + planned.rejected
  for (let at = 0; at < total; at += COMMIT_EVERY) {
    connection.transaction(() => {
      for (let i = at; i < Math.min(total, at + COMMIT_EVERY); i++)
        writer.page(i + 1, (i * planned.kept) % total < planned.kept)
    })
  }
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE); ANALYZE')
  connection.close()
}

class Writer {
  readonly #connection: Connection
  readonly #facets: Facets
  readonly #random = seededRandom(6)
  readonly #words: readonly string[]
  readonly #characters: readonly string[]
  readonly #names: readonly NameCount[]
  readonly #places: readonly PlaceCount[]

  constructor(connection: Connection, gazetteer: Gazetteer) {
    this.#connection = connection
    this.#facets = new Facets(connection)
    this.#words = Array.from({ length: VOCABULARY }, () => this.#word(2 + this.#below(3)))
    this.#characters = Array.from({ length: 3_000 }, (_, i) => String.fromCodePoint(0x4e00 + i * 5))
    this.#names = Array.from({ length: NAMES }, () => ({
      name: `${capital(this.#word(2))} ${capital(this.#word(3))}`,
      kind: 'person',
      count: 1,
    }))
    const rows = gazetteer.file.rows.lat.length
    this.#places = Array.from({ length: PLACES }, () => {
      const { id, name, lat, lon } = gazetteer.at(this.#below(rows))
      return { id, name, lat, lon, count: 1 }
    })
    const named = ['Philippines', 'Tacloban', 'Leyte', 'Manila', 'Vietnam', 'Cebu'].map(
      (name) => gazetteer.resolve(name, [gazetteer.resolve('Philippines')!])!,
    )
    this.#places = [
      ...named.map(({ id, name, lat, lon }) => ({ id, name, lat, lon, count: 2 })),
      ...this.#places,
    ]
    for (let i = 1; i <= SOURCES; i++)
      connection.run(
        'INSERT INTO hosts (id, host, source) VALUES (?, ?, ?)',
        i,
        `www.s${i}.example`,
        `s${i}.example`,
      )
  }

  page(order: number, kept: boolean): void {
    const chinese = this.#random() < CHINESE_SHARE
    const language = chinese ? 'zh' : 'en'
    const title = chinese ? this.#chinese(16) : this.#english(TITLE_WORDS)
    const text = chinese ? this.#chinese(BODY_CHARACTERS) : this.#english(BODY_WORDS)
    const host = this.#zipf(SOURCES) + 1
    const canonical = `https://www.s${host}.example/2013/${order}-story.html`
    this.#url(order, canonical, host)
    const places = unique(4, () => this.#places[this.#zipf(this.#places.length)]!)
    const who = kept ? unique(5, () => this.#names[this.#zipf(NAMES)]!) : []
    this.#row(order, { kept, title, language, places, who, text })
    this.#facets.write(order, host, places, who)
    const terms = (text: string) => indexTermsOf(text, language).join(' ')
    this.#connection.run(
      `INSERT INTO ${kept ? 'page_terms' : 'rejected_terms'} (rowid, title, body) VALUES (?, ?, ?)`,
      order,
      terms(title),
      terms(kept ? text : text.slice(0, 300)),
    )
  }

  #url(order: number, canonical: string, host: number): void {
    this.#connection.run(
      `INSERT INTO urls (id, fingerprint, canonical, host_id, state, score, parents, depth, redirects, tunnel) VALUES (?, ?, ?, ?, 2, 0.5, 1, 1, 0, 0)`,
      order,
      fingerprintOf(canonical),
      canonical,
      host,
    )
  }

  #row(
    order: number,
    page: {
      kept: boolean
      title: string
      language: string
      places: readonly PlaceCount[]
      who: readonly NameCount[]
      text: string
    },
  ): void {
    const { kept, title, language, places, who, text } = page
    // Most pages in the weeks after the event, some years later, some without a date.
    const day = this.#random() < 0.1 ? null : Math.floor(-Math.log(1 - this.#random()) * 40)
    this.#connection.run(
      `INSERT INTO pages (ord, url_id, kept, relevance, evidence, link_score, depth, title, language, published, published_from, places,
         status, content_type, fetched_at, text_digest, summary, who, kind)
       VALUES (?, ?, ?, ?, ?, 0.5, 1, ?, ?, ?, 'meta', ?, 200, 'text/html', '2013-12-01T00:00:00.000Z', 'sha256:0', ?, ?, ?)`,
      order,
      order,
      kept ? 1 : 0,
      kept ? 0.5 + this.#random() / 2 : this.#random() / 2,
      '{"topic":{"value":0.8,"weight":1,"because":["typhoon"]},"place":{"value":0.5,"weight":1,"because":["Leyte"]}}',
      title,
      language,
      day === null ? null : new Date(FIRST_DAY + day * MS_PER_DAY).toISOString().slice(0, 10),
      JSON.stringify(places),
      text.slice(0, 300),
      JSON.stringify(who),
      this.#random() < 0.9 ? 'article' : 'list',
    )
    this.#connection.run('INSERT INTO page_texts (ord, text) VALUES (?, ?)', order, packText(text))
  }

  #english(length: number): string {
    const words: string[] = []
    for (let i = 0; i < length; i++) words.push(this.#words[this.#zipf(VOCABULARY)]!)
    for (const [word, share] of Object.entries(PLANTED))
      if (this.#random() < (length > 50 ? share : share / 5))
        for (let n = 1 + this.#below(3); n > 0; n--) words[this.#below(length)] = word
    if (this.#random() < PHRASE_SHARE) words.splice(this.#below(length), 3, PHRASE)
    return `${capital(words.join(' '))}.`
  }

  #chinese(length: number): string {
    let text = ''
    while (text.length < length) {
      if (this.#random() < 0.01) text += CHINESE_PHRASES[this.#below(CHINESE_PHRASES.length)]
      else text += this.#characters[this.#zipf(this.#characters.length)]
      if (this.#random() < 0.06) text += '，'
    }
    return text
  }

  #word(syllables: number): string {
    let word = ''
    for (let i = 0; i < syllables; i++)
      word += `${'bcdfghklmnprstvz'[this.#below(16)]}${'aeiou'[this.#below(5)]}${['', 'n', 'r', 's', 't'][this.#below(5)]}`
    return word
  }

  /** A skewed distribution, as of words, sources and places: few are frequent, many are rare. */
  #zipf(n: number): number {
    return Math.min(n - 1, Math.floor(Math.exp(this.#random() * Math.log(n + 1)) - 1))
  }

  #below(n: number): number {
    return Math.floor(this.#random() * n)
  }
}

function unique<T>(n: number, draw: () => T): T[] {
  return [...new Set(Array.from({ length: n }, draw))]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
