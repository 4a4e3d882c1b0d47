import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAbout } from '../../api/about.tsx'
import { useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'
import { useMayWrite } from '../../api/write-access.tsx'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { count, plural } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { ReadOnlyNotice } from '../../shell/read-only-notice.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { CollectionCard } from './collection-card.tsx'
import { chosenCards, ORDERS, type OrderName, withLive } from './collection-order.ts'
import './home.css'

/** Fewer collections than this are seen at a glance. */
const MANY = 5
/** Cards drawn at first; a folder of thousands is filtered, not scrolled. */
const DRAWN = 60

export function HomeScreen() {
  const { data, problem, loading, reload } = useCall('GET /api/collections', {})
  const live = useLive('/api/live', 'crawls')
  const about = useAbout()
  const mayWrite = useMayWrite()
  const [order, setOrder] = useState<OrderName>('recent')
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed)
  const cards = useMemo(() => withLive(data?.collections ?? [], live.data?.crawls ?? []), [data, live.data])
  const chosen = useMemo(() => chosenCards(cards, filter, order), [cards, filter, order])
  const known = new Set(data?.collections.map((card) => card.id))
  const unknown = live.data?.crawls.find((crawl) => !known.has(crawl.collection))?.collection
  const requested = useRef<string | undefined>(undefined)
  useEffect(() => {
    // A collection created elsewhere, by the command line or in another tab. Loaded once.
    if (!data || unknown === undefined || unknown === requested.current) return
    requested.current = unknown
    reload()
  }, [unknown, data, reload])
  const mayAdd = mayWrite && !about?.isCollection
  return (
    <>
      <ScreenHead title="Collections" actions={mayAdd && <NewEvent />}>
        {data && cards.length > 0 && <Totals cards={cards} />}
      </ScreenHead>
      <ReadOnlyNotice />
      {problem && <Problem problem={problem} onRetry={reload} />}
      {!data && loading && <Skeleton lines={8} label="Loading collections" />}
      {data && cards.length === 0 && <NoCollections mayWrite={mayWrite} />}
      {cards.length > 0 && <SearchAll />}
      {cards.length > MANY && (
        <div className="home-tools">
          <Field label="Find a collection" className="grow">
            {(control) => (
              <input
                {...control}
                className="input"
                type="search"
                placeholder="Name, word, place or state"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <Select label="Sort by" value={order} options={ORDERS} onChange={setOrder} />
        </div>
      )}
      {filter && (
        <p className="muted small" role="status">
          {count(chosen.length)} of {plural(cards.length, 'collection')}
        </p>
      )}
      <ul className="home-cards">
        {chosen.slice(0, DRAWN).map((card) => (
          <CollectionCard key={card.id} card={card} mayWrite={mayWrite} />
        ))}
      </ul>
      {chosen.length > DRAWN && (
        <p className="muted">
          {plural(chosen.length - DRAWN, 'more collection')}. Type part of a name to find them.
        </p>
      )}
    </>
  )
}

function SearchAll() {
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  return (
    <search>
      <form
        className="home-search"
        onSubmit={(event) => {
          event.preventDefault()
          go(`/library?${new URLSearchParams({ q: typed })}`)
        }}
      >
        <input
          className="input"
          type="search"
          data-search=""
          aria-label="Search all collections"
          placeholder="Search the pages of all collections"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" icon="search">
          Search
        </Button>
      </form>
    </search>
  )
}

function NewEvent() {
  return (
    <Link href="/events/new" className="button primary">
      <Icon name="add" />
      New event
    </Link>
  )
}

function Totals({
  cards,
}: {
  readonly cards: readonly { readonly kept: number; readonly fetched: number }[]
}) {
  const kept = cards.reduce((sum, card) => sum + card.kept, 0)
  const fetched = cards.reduce((sum, card) => sum + card.fetched, 0)
  return (
    <span className="figures">
      {plural(cards.length, 'collection')}, {count(kept)} of {plural(fetched, 'page')} kept
    </span>
  )
}

function NoCollections({ mayWrite }: { readonly mayWrite: boolean }) {
  if (!mayWrite) {
    return (
      <Empty title="No collections published yet">
        <p>The served folder contains no collections.</p>
      </Empty>
    )
  }
  return (
    <Empty title="No collections yet">
      <p>
        Describe what happened, where and when; Eventide then finds and keeps pages about it. To try it
        without a network, crawl the bundled example: <code>npx eventide example</code>
      </p>
      <NewEvent />
    </Empty>
  )
}
