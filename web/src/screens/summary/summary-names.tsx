import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { Card } from '../../design/card.tsx'
import { plural } from '../../design/format.ts'
import { LazyMap } from '../../map/lazy-map.tsx'
import type { Summary } from './summary-text.ts'

/** Pages cited beside a name. */
const CITES = 5

interface SummaryPlacesProps {
  readonly collection: string
  readonly places: Summary['places']
}

/** Where it happened: on a map, and as a list. */
export function SummaryPlaces({ collection, places }: SummaryPlacesProps) {
  const [, go] = useLocation()
  const points = useMemo(
    () => ({
      ids: places.map(({ id }) => id),
      names: places.map(({ name }) => name),
      lats: places.map(({ lat }) => lat),
      lons: places.map(({ lon }) => lon),
      pages: places.map(({ pages }) => pages),
    }),
    [places],
  )
  if (places.length === 0) return null
  const pagesAt = (id: string) =>
    `/library?in=${encodeURIComponent(collection)}&place=${encodeURIComponent(id)}`
  return (
    <Card title="Places">
      <div className="summary-map">
        <LazyMap
          label="Places of the summary"
          points={points}
          onPickPlaces={(picked) => {
            const only = picked.length === 1 ? picked[0] : undefined
            if (only) go(pagesAt(only.id))
          }}
        />
      </div>
      <ul className="names">
        {places.map(({ id, name, pages, cites }) => (
          <li key={id}>
            <Link href={pagesAt(id)}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <Cites collection={collection} name={name} pages={pages} cites={cites} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface SummaryPeopleProps {
  readonly collection: string
  readonly who: Summary['who']
}

/** Who is named, each with pages that name them. */
export function SummaryPeople({ collection, who }: SummaryPeopleProps) {
  if (who.length === 0) return null
  return (
    <Card title="People and organisations">
      <ul className="names">
        {who.map(({ name, kind, pages, cites }) => (
          <li key={`${kind} ${name}`}>
            <Link href={`/library?in=${encodeURIComponent(collection)}&who=${encodeURIComponent(name)}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="small muted">{kind}</span>{' '}
            <Cites collection={collection} name={name} pages={pages} cites={cites} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface CitesProps {
  readonly collection: string
  readonly name: string
  readonly pages: number
  readonly cites: readonly number[]
}

function Cites({ collection, name, pages, cites }: CitesProps) {
  return (
    <span className="small muted figures">
      {plural(pages, 'page')}:{' '}
      {cites.slice(0, CITES).map((page) => (
        <Link
          key={page}
          href={`/c/${encodeURIComponent(collection)}/pages/${page}`}
          aria-label={`Page ${page}, which names ${name}`}
          className="cite"
        >
          {page}
        </Link>
      ))}
    </span>
  )
}
