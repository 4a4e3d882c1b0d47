import type { WebResponse } from '../../src/lab/web/web.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { EVENT_ANCHOR, hash, htmlPage, link, word } from './trap-web.ts'

const PAPERS = 16
const REPORTS = 4
const WORDS = 220

/** Sentences of reporters, which the honest papers print and the generators cut up. */
const REPORTED = [
  'Typhoon Haiyan reached the coast of Leyte on the morning of 8 November 2013 with winds that nobody there had seen before.',
  'The storm surge came up to the second floor of the houses near the harbour and carried boats into the streets.',
  'A nurse at the provincial hospital said that they had worked by the light of torches since Friday night.',
  'The mayor asked for water, rice and body bags, in that order, and said the airport would open for military flights only.',
  'Families walked along the road to the north because they had heard that a ship would take people to Cebu.',
  'We lost the roof first and then the wall on the side of the sea, said a teacher who had sheltered forty pupils.',
  'The weather bureau had warned of a surge of seven metres, but few people knew what the word meant.',
  'Aid workers wrote the names of the missing on a wall of the town hall, where relatives looked for them all day.',
  'Power is not expected back before December, according to the company that runs the lines on the island.',
  'The typhoon had weakened over the sea by Saturday, and moved on towards Vietnam with heavy rain.',
  'Soldiers cleared the road from the airport with a single bulldozer, and it took them until Monday to reach the market.',
  'Some shops were emptied on the second day, when no help had come and nobody knew when it would.',
]
const TEMPLATES = [
  'Read all about the # and the # here.',
  'The # is the best # of 2013.',
  'You will find # and # on this page.',
  'Our # has the latest # for you.',
  'More # about the # is coming soon.',
]
const EVENT_WORDS = 'typhoon haiyan storm surge tacloban leyte november 2013 landfall wind evacuation'.split(
  ' ',
)
const TOKENS = REPORTED.join(' ').split(' ')

type Generator = (random: () => number) => string
const one = <T>(of: readonly T[], random: () => number) => of[Math.floor(random() * of.length)] as T
const many = (n: number, next: () => string) => Array.from({ length: n }, next).join(' ')

/** Text that nobody wrote, with the words of the event. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  'event words in random order': (random) => many(WORDS, () => one(EVENT_WORDS, random)),
  'shuffled words of articles': (random) =>
    many(WORDS, () => (random() < 0.1 ? one(EVENT_WORDS, random) : one(TOKENS, random))),
  'shuffled words with full stops': (random) =>
    many(WORDS / 10, () => {
      const words = Array.from({ length: 10 }, () => one(TOKENS, random).toLowerCase().replace(/[.,]/g, ''))
      const [first = '', ...rest] = words
      return `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')}.`
    }),
  'chains of neighbouring words': (random) => {
    let at = Math.floor(random() * TOKENS.length)
    return many(WORDS, () => {
      const current = TOKENS[at] as string
      const next = TOKENS.flatMap((token, i) => (token === current && i + 1 < TOKENS.length ? [i + 1] : []))
      at = next.length > 0 ? one(next, random) : Math.floor(random() * TOKENS.length)
      return current
    })
  },
  'template sentences': (random) =>
    many(24, () =>
      one(TEMPLATES, random).replaceAll('#', () => `${one(EVENT_WORDS, random)} ${one(EVENT_WORDS, random)}`),
    ),
  'sentences in random order': (random) => many(9, () => one(REPORTED, random)),
}

/** The reports of the papers, which a crawl should find. */
export const PAPER_REPORTS: readonly string[] = Array.from({ length: PAPERS * REPORTS }, (_, n) => {
  return `http://paper${Math.floor(n / REPORTS)}.test/r/${word(n)}`
})

export const isSalad = (url: string) => /^http:\/\/[a-z]+\.salad\.test\//.test(url)

function report(n: number): string {
  const sentences = REPORTED.map((_, i) => REPORTED[(i * 5 + n * 7) % REPORTED.length]).slice(0, 4)
  const own = [
    `In the district of ${word(n)} the church gave shelter to ${n + 40} people, and ${word(n + 7)} brought them soup.`,
    `A ferry from ${word(n + 50)} is due at the pier tomorrow with tents and medicine for ${word(n + 90)}.`,
    `Our reporter met ${word(n + 11)} and her son, who had waited ${n + 3} hours in the rain for news of ${word(n + 13)}.`,
    `The school at ${word(n + 17)} has lost its windows, but lessons will begin again in ${(n % 5) + 2} weeks.`,
  ]
  const body = [REPORTED[0], ...sentences, ...own].map((line) => `<p>${line}</p>`).join('')
  return htmlPage(`Typhoon Haiyan: what ${word(n + 9)} saw`, body)
}

/** `http://hub.test/` links to papers without descriptive anchors and to a domain with endless hosts of generated text. */
export function saladWeb(generator: Generator): { respond(url: string): WebResponse | null } {
  return {
    respond(url) {
      const { hostname, pathname } = new URL(url)
      const paper = Number(/^paper(\d+)\.test$/.exec(hostname)?.[1] ?? -1)
      let page: string | null = null
      if (hostname === 'hub.test') {
        const papers = Array.from({ length: PAPERS }, (_, n) => link(`http://paper${n}.test/`, `Paper ${n}`))
        page = htmlPage('Links', [link('http://www.salad.test/', EVENT_ANCHOR), ...papers].join(''))
      } else if (isSalad(url)) {
        const seed = hash(url)
        const more = Array.from({ length: 12 }, (_, n) =>
          link(`http://${word(seed + n)}.salad.test/${word(seed + n * 7)}`, EVENT_ANCHOR),
        )
        const title = `Typhoon Haiyan ${one(EVENT_WORDS, seededRandom(seed))} ${word(seed)}`
        const date = '<meta property="article:published_time" content="2013-11-09">'
        const body = `<p>${generator(seededRandom(seed))}</p><ul>${more.join('')}</ul>`
        page = htmlPage(title, body).replace('<head>', `<head>${date}`)
      } else if (paper >= 0) {
        const reports = PAPER_REPORTS.slice(paper * REPORTS, (paper + 1) * REPORTS)
        const n = PAPER_REPORTS.indexOf(url)
        if (n >= 0) page = report(n)
        else if (pathname === '/')
          page = htmlPage(`Paper ${word(paper)}`, reports.map((to) => link(to, 'Report')).join(''))
      }
      if (pathname === '/robots.txt') page = null
      const headers = [['Content-Type', 'text/html; charset=utf-8']] as const
      return { status: page === null ? 404 : 200, headers, body: Buffer.from(page ?? 'gone') }
    },
  }
}
