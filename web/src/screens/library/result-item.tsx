import { Link } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { Chip } from '../../design/chip.tsx'
import { Day } from '../../design/dates.tsx'
import { count, languageText, score } from '../../design/format.ts'
import { Meter } from '../../design/meter.tsx'
import { MarkedText } from './marked-text.tsx'

export type Hit = Reply<'GET /api/search'>['hits'][number]

interface Props {
  readonly hit: Hit
  readonly number: number
  readonly href: string
  /** Name of its collection; shown where several are looked in. */
  readonly collection: string | null
  readonly lit: boolean
  readonly hasPin: boolean
  readonly onLight: (numbers: readonly number[]) => void
  readonly onPlace: (id: string) => void
}

const MAX_PLACES = 5

/** One page found, under the number its pin bears on the map. */
export function ResultItem({ hit, number, href, collection, lit, hasPin, onLight, onPlace }: Props) {
  return (
    <li
      className="result"
      data-number={number}
      data-lit={lit}
      onPointerEnter={() => onLight([number])}
      onPointerLeave={() => onLight([])}
      onFocus={() => onLight([number])}
      onBlur={() => onLight([])}
    >
      <span
        className="result-number figures"
        data-pin={hasPin}
        title={hasPin ? undefined : 'It names no place'}
      >
        {number}
      </span>
      <div className="result-body">
        <h3 lang={hit.language || undefined} dir="auto">
          <Link href={href} className="result-link">
            {hit.title.trim() || hit.url}
          </Link>
        </h3>
        <p className="result-facts muted small">
          <bdi>{hit.source}</bdi>
          {hit.published ? <Day day={hit.published} /> : <span>no date</span>}
          {hit.language && <span>{languageText(hit.language)}</span>}
          {collection && <bdi>{collection}</bdi>}
          {hit.copies > 0 && (
            <span>
              {count(hit.copies)} {hit.copies === 1 ? 'copy' : 'copies'}
            </span>
          )}
          <span className="result-relevance">
            <Meter
              value={hit.relevance}
              label="Relevance"
              text={score(hit.relevance)}
              tone={hit.relevant ? 'accent' : 'warn'}
            />
            <span className="figures">{score(hit.relevance)}</span>
          </span>
        </p>
        <p lang={hit.language || undefined} dir="auto" className="result-snippet">
          <MarkedText {...hit.snippet} />
        </p>
        <div className="row result-places">
          {hit.curated === 'accepted' && <Chip tone="good">accepted by a curator</Chip>}
          {hit.curated === 'rejected' && <Chip tone="bad">rejected by a curator</Chip>}
          {!hit.relevant && hit.curated === null && <Chip tone="warn">not kept</Chip>}
          {hit.places.slice(0, MAX_PLACES).map((place) => (
            <Chip
              key={place.id}
              onPress={() => onPlace(place.id)}
              title={`Only pages that name ${place.name}`}
            >
              <bdi>{place.name}</bdi>
            </Chip>
          ))}
        </div>
      </div>
    </li>
  )
}
