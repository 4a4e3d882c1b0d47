// Registers a strategy, an export format and a scope rule, and uses them. Needs no network.
//   node own-strategy.mjs
// As a plugin, the strategy and the format are part of the program:
//   npx eventide --plugin ./own-strategy.mjs lab compare --strategies best-first,headlines
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  compareStrategies,
  crawl,
  createExampleWeb,
  defineStrategy,
  exportPages,
  openCollection,
  pageByPage,
  registerExportFormat,
  registerStrategy,
  z,
} from 'eventide'

/** The share of the event's words that a text contains. */
function overlap(words, text) {
  const lower = text.toLowerCase()
  return words.filter((word) => lower.includes(word)).length / Math.max(1, words.length)
}

/** Judges a page by its title, and a link by its text and the page it is on. */
registerStrategy(
  'headlines',
  defineStrategy({
    summary: 'the words of the event in titles and link texts',
    from: 'an example of the library API',
    options: z.object({
      threshold: z.number().min(0).max(1).default(0.2).describe('relevance from which a page is kept'),
    }),
    create({ event }, { threshold }) {
      const words = event.what.map(({ term }) => term.toLowerCase())
      return {
        name: 'headlines',
        judge(page) {
          const relevance = overlap(words, page.title)
          const evidence = { title: { value: relevance, weight: 1, because: [page.title] } }
          return { relevance, relevant: relevance >= threshold, evidence }
        },
        score(links, { verdict }) {
          return links.map(({ anchor }) => {
            const value = overlap(words, anchor)
            const score = (value + verdict.relevance) / 2
            return { score, evidence: { anchor: { value, weight: 0.5, because: [anchor] } } }
          })
        },
      }
    },
  }),
)

/** One Markdown link per page. */
registerExportFormat('markdown', {
  title: 'Markdown',
  help: 'one link per page',
  type: 'text/markdown; charset=utf-8',
  ending: 'md',
  text: true,
  write: (selection) =>
    pageByPage(selection, async function* (pages) {
      for await (const { page } of pages) yield `- [${page.title.replaceAll(']', '\\]')}](${page.url})\n`
    }),
})

/** Keeps the crawl away from one section of every site. */
const noSport = {
  name: 'no-sport',
  codes: ['sport-section'],
  decide: ({ url }) => (/\/sports?\//.test(url.pathname) ? { reject: 'sport-section' } : 'pass'),
}

// Not when it is loaded as a plugin.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-'))
  const web = await createExampleWeb({ pages: 1000 })
  await crawl({
    collection: join(folder, 'typhoon'),
    event: { yaml: web.event },
    seeds: web.seeds,
    fetcher: web.fetcher,
    options: { pages: 30, delay: 0, render: 'never', strategy: { name: 'headlines', threshold: 0.1 } },
    scopeRules: [noSport],
  })
  const collection = await openCollection(join(folder, 'typhoon'))
  for await (const piece of exportPages(collection, { format: 'markdown' })) process.stdout.write(piece)
  await collection.close()

  const strategies = ['breadth-first', 'best-first', { name: 'headlines', options: { threshold: 0.1 } }]
  const { setup, summary } = await compareStrategies({
    strategies,
    web: 'example:1000',
    pages: 50,
    randomSeeds: [1],
  })
  for (const { strategy, indices } of summary.strategies)
    console.log(`${setup.strategies[strategy].label}: harvest ${indices.harvest.mean.toFixed(2)}`)
}
