import { Link } from 'wouter'
import { Chip, type Tone } from '../../design/chip.tsx'
import { Ago, Days } from '../../design/dates.tsx'
import { bytes, count, share } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { Meter } from '../../design/meter.tsx'
import { changedOptions } from '../../options/changed-options.ts'
import { strategyLabel } from '../../options/strategy-form.ts'
import { screensOf } from '../../shell/destinations.ts'
import type { Card, ShownCard } from './collection-order.ts'

const STATES: Record<Card['state'], { readonly text: string; readonly tone?: Tone }> = {
  new: { text: 'not crawled yet' },
  idle: { text: 'not running' },
  starting: { text: 'starting', tone: 'accent' },
  running: { text: 'crawling', tone: 'good' },
  pausing: { text: 'pausing', tone: 'warn' },
  paused: { text: 'paused', tone: 'warn' },
  stopping: { text: 'stopping', tone: 'warn' },
  failed: { text: 'failed', tone: 'bad' },
}

/** Screens offered on the card itself; the rail has them all. */
const OFFERED: ReadonlySet<string> = new Set(['crawl', 'pages', 'map', 'summary'])
/** Without a page there is nothing to look at yet. */
const OFFERED_AT_FIRST: ReadonlySet<string> = new Set(['event', 'crawl'])

export function CollectionCard({ card, mayWrite }: { readonly card: ShownCard; readonly mayWrite: boolean }) {
  const screens = screensOf(card.id)
  const state = STATES[card.state]
  const first = screens.find(
    (screen) => screen.key === (card.state === 'new' && mayWrite ? 'event' : 'pages'),
  )
  return (
    <li className="card home-card">
      <div className="row apart">
        <div>
          <h2>
            <Link href={first?.href ?? '/'}>{card.name || card.id}</Link>
          </h2>
          <span className="muted small">{[card.id, ...strategyParts(card)].join(' · ')}</span>
        </div>
        {card.problem === null ? (
          <Chip tone={state.tone}>{state.text}</Chip>
        ) : (
          <Chip tone="bad">cannot be opened</Chip>
        )}
      </div>
      {card.problem === null ? (
        <Known card={card} />
      ) : (
        <p className="notice bad">
          <span>
            <Icon name="warning" /> {card.problem}
          </span>
        </p>
      )}
      {card.problem === null && (
        <p className="row home-links">
          {screens
            .filter((screen) => (card.fetched > 0 ? OFFERED : OFFERED_AT_FIRST).has(screen.key))
            .map((screen) => (
              <Link key={screen.key} href={screen.href} aria-label={`${screen.title}: ${card.name}`}>
                {screen.title}
              </Link>
            ))}
        </p>
      )}
    </li>
  )
}

/** The strategy of the last run and every option that differs from its default. */
function strategyParts({ strategy, strategyOptions, settings = {} }: ShownCard): string[] {
  return [strategyLabel({ ...strategyOptions, name: strategy }), ...changedOptions(settings)]
}

function Known({ card }: { readonly card: Card }) {
  const where = card.where.map((place) => place.name)
  return (
    <>
      <p className="muted">
        {[card.what.slice(0, 5).join(', '), where.slice(0, 4).join(', ')].filter(Boolean).join(' · ')}
        {(card.start || card.end) && (
          <>
            {' · '}
            <Days from={card.start} to={card.end} />
          </>
        )}
      </p>
      {card.fetched > 0 && <Figures card={card} />}
      <p className="muted small">
        {card.firstPublished && (
          <>
            Published <Days from={card.firstPublished} to={card.lastPublished} />
            {' · '}
          </>
        )}
        {card.lastFetchedAt ? (
          <>
            crawled <Ago at={card.lastFetchedAt} />
          </>
        ) : (
          'no pages fetched yet'
        )}
      </p>
    </>
  )
}

function Figures({ card }: { readonly card: Card }) {
  return (
    <>
      <dl className="home-figures">
        <Figure name="kept">{count(card.kept)}</Figure>
        <Figure name="fetched">{count(card.fetched)}</Figure>
        <Figure name="sources">{count(card.sources)}</Figure>
        <Figure name="archive">{bytes(card.bytes)}</Figure>
      </dl>
      <div className="home-harvest">
        <span className="small">
          Harvest <span className="figures">{share(card.harvest)}</span>
        </span>
        <Meter value={card.harvest} label={`Harvest of ${card.name}`} text={share(card.harvest)} />
      </div>
    </>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}
