import { count, share } from '../../design/format.ts'
import type { CrawlLive } from './crawl-state.ts'

const speeds = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The totals. Figures are set in columns of equal width, so that nothing moves when they grow. */
export function CrawlFigures({ crawl }: { readonly crawl: CrawlLive }) {
  const figures: readonly (readonly [string, string])[] = [
    ['Fetched', count(crawl.fetched)],
    ['Kept', count(crawl.kept)],
    ['Copies', count(crawl.copies)],
    ['Harvest', share(crawl.harvest)],
    ['Pages a second', speeds.format(crawl.pagesPerSecond)],
    ['Links waiting', count(crawl.queued)],
    ['Failed', count(crawl.failed)],
  ]
  return (
    <dl className="figures crawl-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
