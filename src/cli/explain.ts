import type { Command } from 'commander'
import { openCollection } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { robotsOf } from '../fetch/robots-policy.ts'
import { canonicalUrl } from '../frontier/canonical-url.ts'
import { type JudgingStrategy, judgingStrategy } from '../library/judging-strategy.ts'
import { lineOfRecord } from '../library/page-line.ts'
import { EventideError } from '../model/errors.ts'
import { ROBOTS_AGENT, type RobotsRecord } from '../model/robots.ts'
import { formatStrategySpec } from '../model/strategy-spec.ts'
import type { PageRecord, UrlRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { jsonLine, printable, type Terminal } from './output.ts'

/** Links shown to a person; `--json` has them all. */
const SHOWN_LINKS = 3

export function explainCommand(program: Command, terminal: Terminal): void {
  program
    .command('explain')
    .description('show what happened to a URL and why: which pages link to it, robots.txt, the decision')
    .argument('<collection>', 'folder of the collection')
    .argument('<url>', 'the URL, in any spelling')
    .option('--json', 'everything known, as JSON')
    .addHelpText('after', '\nExample:\n  eventide explain haiyan/ https://news.example/typhoon')
    .action(async (dir: string, url: string, options: { json?: boolean }) => {
      const { store, archiveDir } = await openCollection(dir, eventContext)
      try {
        const known = await knownOf(store, archiveDir, url)
        if (!known)
          throw new EventideError(
            'unknown-url',
            `${dir} does not contain ${url.slice(0, 200)}: no seed or link led to it`,
          )
        terminal.out.write(options.json ? jsonLine(asJson(known)) : asText(known))
      } finally {
        await store.close()
      }
    })
}

interface KnownUrl {
  readonly url: UrlRecord
  readonly page: PageRecord | undefined
  /** The robots.txt that applies to it, if one was requested. */
  readonly robots: RobotsRecord | undefined
  readonly strategy: JudgingStrategy | null
}

async function knownOf(store: Store, archiveDir: string, given: string): Promise<KnownUrl | undefined> {
  const identity = canonicalUrl(given)
  const url = identity && (await store.explain(identity.canonicalUrl))
  if (!url) return undefined
  const [page, robots, strategy] = await Promise.all([
    store.page(url.id),
    store.getRobots(new URL(url.url).origin),
    judgingStrategy(store.reads, archiveDir, url.id),
  ])
  return { url, page, robots, strategy }
}

function robotsFacts({ url, robots }: KnownUrl) {
  if (!robots) return null
  const rules = robotsOf(robots)
  return {
    url: `${robots.origin}/robots.txt`,
    fetchedAt: new Date(robots.fetchedAt).toISOString(),
    status: robots.status,
    recordId: robots.recordId ?? null,
    allows: rules.allows(url.url, ROBOTS_AGENT),
    rule: rules.ruleFor(url.url, ROBOTS_AGENT),
  }
}

function asJson(known: KnownUrl) {
  const { url, page, strategy } = known
  const { from: strategyFrom = null, ...spec } = strategy ?? {}
  return {
    ...url,
    page: page ? lineOfRecord(page) : null,
    robots: robotsFacts(known),
    strategy: strategy && spec,
    strategyFrom,
  }
}

function asText(known: KnownUrl): string {
  const { url, page, strategy } = known
  const lines = [url.url, `  ${url.state}${url.ending ? `: ${endingOf(url.ending)}` : ''}`]
  if (page) {
    const verdict = `relevance ${page.relevance.toFixed(3)}, ${page.relevant ? 'kept' : 'rejected'}`
    lines.push(`  fetched ${page.fetchedAt} as page ${page.order}; ${verdict}`)
    if (strategy) lines.push(`  ${strategyText(strategy)}`)
    if (page.robots) lines.push(`  directives of its site: ${directivesOf(page.robots)}`)
    lines.push(page.warc ? `  archived in ${page.warc.file} at byte ${page.warc.offset}` : '  not archived')
  }
  const robots = robotsFacts(known)
  if (robots) {
    const rule = robots.rule ? `${robots.rule.text}, line ${robots.rule.line}` : 'no matching rule'
    lines.push(
      `  ${robots.url} of ${robots.fetchedAt} (status ${robots.status || 'none'}): ${robots.allows ? 'allowed' : 'not allowed'}, ${rule}`,
    )
  }
  const shown = url.foundBy.slice(0, SHOWN_LINKS)
  for (const { parent, score, anchor } of shown)
    lines.push(
      `  found ${parent === null ? 'as a seed' : `on ${parent} "${anchor}"`}, score ${score.toFixed(3)}`,
    )
  const more = url.parents - shown.length
  if (more > 0) lines.push(`  and on ${more} more ${more === 1 ? 'page' : 'pages'}`)
  return `${lines.map(printable).join('\n')}\n`
}

function strategyText(strategy: JudgingStrategy): string {
  const text = formatStrategySpec(strategy)
  return strategy.from === 'page' ? `judged by ${text}` : `the last run's strategy is ${text}`
}

function endingOf({ code, message }: { readonly code: string; readonly message: string }): string {
  return message === '' ? code : `${code}, ${message}`
}

function directivesOf({ allowedBy, because, withheld }: NonNullable<PageRecord['robots']>): string {
  const directives = [...(allowedBy === null ? [] : [allowedBy]), ...because].join('; ')
  return withheld ? `${directives}; no copy was kept` : directives
}
