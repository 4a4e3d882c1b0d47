// A program that uses the library API with types. The black-box suite compiles it against the installed package.
import {
  buildEvent,
  type CrawlProgress,
  type CrawlResult,
  compareStrategies,
  crawl,
  createExampleWeb,
  createJudge,
  defineStrategy,
  EventideError,
  type EventModel,
  type ExportFormat,
  exportPages,
  type LabReport,
  openCollection,
  type PageLine,
  pageByPage,
  readPage,
  registerExportFormat,
  registerStrategy,
  type ScopeRule,
  type SearchReply,
  search,
  VERSION,
  z,
} from 'eventide'

const strategy = defineStrategy({
  summary: 'a strategy',
  from: 'a test',
  options: z.object({ threshold: z.number().default(0.5).describe('the threshold') }),
  create: ({ event }, { threshold }) => ({
    name: `for ${event.name}`,
    judge: (page) => {
      const relevance = page.title.length > 0 ? threshold : 0
      return { relevance, relevant: relevance >= threshold, evidence: {} }
    },
    score: (links) => links.map(({ anchor }) => ({ score: anchor === '' ? 0 : 1, evidence: {} })),
  }),
})
registerStrategy('mine', strategy)

const titles: ExportFormat = {
  title: 'Titles',
  help: 'one title per line',
  type: 'text/plain',
  ending: 'txt',
  text: true,
  write: (selection) =>
    pageByPage(selection, async function* (pages) {
      for await (const { page } of pages) yield `${page.title}\n`
    }),
}
registerExportFormat('titles', titles)

const rule: ScopeRule = {
  name: 'rule',
  codes: ['no'],
  decide: ({ url, depth }) => (url.hostname === 'x.example' && depth > 1 ? { reject: 'no' } : 'pass'),
}

export async function use(folder: string): Promise<number> {
  const { event, yaml } = buildEvent({
    name: 'Flood',
    what: ['flood'],
    pages: [await readPage({ url: 'http://x.example/', text: 'flood' })],
  })
  const model: EventModel = event
  const line: PageLine = await createJudge(model).judge({ url: 'http://x.example/', html: '<p>flood' })
  const web = await createExampleWeb()
  const result: CrawlResult = await crawl({
    collection: folder,
    event: { yaml },
    seeds: web.seeds,
    fetcher: web.fetcher,
    options: { pages: 1, strategy: 'mine' },
    scopeRules: [rule],
    signal: AbortSignal.timeout(1000),
    onPage: (page, progress: CrawlProgress) => console.log(page.verdict.relevance, progress.fetched),
  })
  const collection = await openCollection(folder)
  const reply: SearchReply = await search([collection], { q: 'flood', verdict: 'all' }, { sort: 'time' })
  for await (const piece of exportPages(collection, { format: 'titles' })) console.log(piece.length)
  const report: LabReport = await compareStrategies({ strategies: ['mine'] })
  // @ts-expect-error A misspelt option is an error.
  await crawl({ collection: folder, options: { pagez: 1 } }).catch((error: unknown) => {
    if (error instanceof EventideError) console.log(error.code)
  })
  return result.kept + reply.total + report.runs.length + line.relevance + VERSION.length
}
