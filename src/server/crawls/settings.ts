import { seedItem } from '../../crawl/links/link-items.ts'
import { type CrawlOptions, DEFAULT_CRAWL_OPTIONS } from '../../crawl/parts.ts'
import type { ScopeOptions } from '../../frontier/scope/scope.ts'
import { EventideError } from '../../model/errors.ts'
import { findChromium, noChromium } from '../../render/chromium.ts'
import { STRATEGY_NAMES } from '../../score/registry.ts'
import { didYouMean } from '../../text/did-you-mean.ts'
import type { CrawlSettings } from './protocol.ts'

/** What the example is crawled with: nobody is bothered by a web that lives in the same process. */
const EXAMPLE = { delayMs: 0, patienceMs: 1_000 }

/** The crawl options that settings stand for; `deadline` is in milliseconds of the clock. */
export function crawlOptionsOf(settings: CrawlSettings, deadline: number, isExample: boolean): CrawlOptions {
  const defaults = DEFAULT_CRAWL_OPTIONS
  const delayMs = settings.delayMs ?? (isExample ? EXAMPLE.delayMs : defaults.politeness.delayMs)
  return {
    ...defaults,
    pages: settings.pages ?? defaults.pages,
    deadline,
    concurrency: settings.concurrency ?? defaults.concurrency,
    politeness: { ...defaults.politeness, delayMs },
    patienceMs: isExample ? EXAMPLE.patienceMs : defaults.patienceMs,
    archive: settings.archive ?? defaults.archive,
    stopWhenSaturated: settings.stopWhenSaturated ?? defaults.stopWhenSaturated,
  }
}

export function scopeOptionsOf({ maxDepth, allowHosts, denyHosts }: CrawlSettings): ScopeOptions {
  return { maxDepth, allow: allowHosts, deny: denyHosts }
}

/** Whether a change can only be followed by a new session: what it opens is opened once. */
export function needsNewSession(before: CrawlSettings, now: CrawlSettings): boolean {
  const shows = (now.render ?? 'auto') !== 'never'
  return (
    before.strategy !== now.strategy ||
    before.render !== now.render ||
    before.contact !== now.contact ||
    (shows && JSON.stringify(before.denyHosts) !== JSON.stringify(now.denyHosts))
  )
}

/** Refuses what no crawl could be started with. */
export function checkSettings({ strategy, render, allowHosts, denyHosts }: CrawlSettings): void {
  if (strategy !== undefined && !STRATEGY_NAMES.some((name) => name === strategy))
    throw new EventideError(
      'unknown-strategy',
      `unknown strategy "${strategy}"${didYouMean(strategy, STRATEGY_NAMES)}; known: ${STRATEGY_NAMES.join(', ')}`,
    )
  if (render === 'always' && !findChromium()) throw noChromium()
  for (const host of [...(allowHosts ?? []), ...(denyHosts ?? [])]) {
    if (/[\s/@?#]/.test(host))
      throw new EventideError(
        'bad-host',
        `"${host}" is not a host: write its name alone, such as news.example.org`,
      )
  }
}

/** Refuses addresses that no crawl can start from. */
export function checkSeeds(seeds: readonly string[]): void {
  const wrong = seeds.find((url) => seedItem(url) === null)
  if (wrong !== undefined)
    throw new EventideError(
      'bad-seed',
      `the seed ${wrong.slice(0, 200)} is not an address that can be crawled`,
    )
}

/** What was set before, with what is set now; an absent value changes nothing. */
export function mergedSettings(before: CrawlSettings, now: CrawlSettings): CrawlSettings {
  const given = Object.entries(now).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}
