import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { Chip } from '../../design/chip.tsx'
import { Day } from '../../design/dates.tsx'
import { languageText, plural, score } from '../../design/format.ts'
import { Meter } from '../../design/meter.tsx'

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

/** One page found, with the number of its pin on the map. */
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
        title={hasPin ? undefined : 'No place is named on this page'}
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
          {hit.copies > 0 && <span>{plural(hit.copies, 'copy', 'copies')}</span>}
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
              title={`Show only pages that name ${place.name}`}
            >
              <bdi>{place.name}</bdi>
            </Chip>
          ))}
        </div>
      </div>
    </li>
  )
}

interface MarkedTextProps {
  readonly text: string
  /** Pairs of start and end, in UTF-16 units. */
  readonly marks: readonly (readonly [number, number])[]
}

/** Text with parts of it highlighted. Ranges that overlap or reach outside are cut to what is there. */
function MarkedText({ text, marks }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of marks.toSorted(([a], [b]) => a - b)) {
    const from = Math.max(at, start)
    const to = Math.min(end, text.length)
    if (to <= from) continue
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  parts.push(text.slice(at))
  return <>{parts}</>
}
