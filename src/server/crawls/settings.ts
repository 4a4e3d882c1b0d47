import type { CrawlSpecification } from '../../model/crawl-options.ts'
import { EventideError } from '../../model/errors.ts'
import { findChromium, noChromium } from '../../render/chromium.ts'
import { checkStrategySpec, strategySpecFrom } from '../../score/strategy-spec.ts'

/** Defaults for the example web, which runs on this machine and needs no delays. */
export const EXAMPLE_DEFAULTS: CrawlSpecification = { delay: 0, patience: 1_000 }

/** How to set a contact on a server. */
export const CONTACT_HINT =
  'set one in the settings of the crawl, or start the server with --contact you@example.org (or set EVENTIDE_CONTACT)'

/** Refuses settings that no crawl could be started with. */
export function checkSettings(settings: CrawlSpecification): void {
  const { strategy, render, chromium, allowHost = [], denyHost = [] } = settings
  if (strategy !== undefined) checkStrategySpec(strategySpecFrom(strategy))
  if (render === 'always' && !findChromium(chromium)) throw noChromium(chromium)
  for (const host of [...allowHost, ...denyHost]) {
    if (/[\s/@?#]/.test(host))
      throw new EventideError(
        'bad-host',
        `"${host}" is not a host: write only its name, such as news.example.org`,
      )
  }
}
