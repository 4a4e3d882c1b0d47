import type { Command } from 'commander'
import { readCrawlFile } from '../server/crawls/crawl-file.ts'
import type { CrawlCliOptions } from './crawl.ts'

/** The options of a crawl, with what the application last set for the collection where the command line says nothing. */
export async function withRemembered(
  dir: string,
  options: CrawlCliOptions,
  command: Command,
): Promise<CrawlCliOptions> {
  const { settings } = await readCrawlFile(dir)
  const remembered: Partial<CrawlCliOptions> = {
    pages: settings.pages,
    time: settings.minutes === undefined ? undefined : settings.minutes * 60_000,
    strategy: settings.strategy,
    concurrency: settings.concurrency,
    delay: settings.delayMs,
    allowHost: settings.allowHosts,
    denyHost: settings.denyHosts,
    depth: settings.maxDepth,
    render: settings.render,
    archive: settings.archive,
    contact: settings.contact,
    stopWhenExhausted: settings.stopWhenSaturated,
  }
  const used = Object.entries(remembered).filter(
    ([name, value]) => value !== undefined && command.getOptionValueSource(name) !== 'cli',
  )
  return { ...options, ...Object.fromEntries(used) }
}
