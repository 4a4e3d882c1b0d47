import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { useMayWrite } from '../../api/write-access.tsx'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { count, score } from '../../design/format.ts'
import type { CrawlLive } from './crawl-state.ts'
import type { Curation, Decision } from './use-curation.ts'

type Line = CrawlLive['verdicts'][number]

/** Verdicts shown at first. */
const SHOWN = 10

interface VerdictListProps {
  readonly collection: string
  readonly verdicts: readonly Line[]
  readonly curation: Curation
}

/** Recent verdicts, newest first. While the pointer or the focus is in the list, it does not change and shows how many are new. */
export function VerdictList({ collection, verdicts, curation }: VerdictListProps) {
  const mayWrite = useMayWrite()
  const [held, setHeld] = useState<readonly Line[] | null>(null)
  const [all, setAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const newest = verdicts.toSorted((a, b) => b.order - a.order)
  const shown = held ?? newest
  const last = shown[0]?.order ?? 0
  const fresh = held === null ? 0 : verdicts.filter((line) => line.order > last).length
  const hold = () => setHeld((before) => before ?? newest)
  const release = () => {
    if (!list.current?.matches(':hover, :focus-within')) setHeld(null)
  }
  if (shown.length === 0) return <p className="muted">Verdicts appear here as pages are judged.</p>
  return (
    <div className="stack tight">
      <div className="row apart small muted verdicts-head">
        <span>Newest first; not updated while you are using the list.</span>
        {fresh > 0 && (
          <Button look="quiet" onClick={() => setHeld(null)}>
            Show {count(fresh)} new
          </Button>
        )}
      </div>
      <ol
        className="verdicts"
        ref={list}
        onPointerEnter={hold}
        onPointerLeave={() => requestAnimationFrame(release)}
        onFocus={hold}
        onBlur={() => requestAnimationFrame(release)}
      >
        {(all ? shown : shown.slice(0, SHOWN)).map((line) => (
          <li key={line.order}>
            <Verdict
              collection={collection}
              line={line}
              decided={curation.pages.get(line.page) ?? null}
              onDecide={
                mayWrite
                  ? (decision) => void curation.decidePage(line.page, titleOf(line), decision)
                  : undefined
              }
            />
          </li>
        ))}
      </ol>
      {!all && shown.length > SHOWN && (
        <Button look="quiet" onClick={() => setAll(true)}>
          Show {count(shown.length - SHOWN)} more
        </Button>
      )}
    </div>
  )
}

const titleOf = (line: Line) => line.title.trim() || line.url

interface VerdictProps {
  readonly collection: string
  readonly line: Line
  readonly decided: Decision
  readonly onDecide: ((decision: Decision) => void) | undefined
}

function Verdict({ collection, line, decided, onDecide }: VerdictProps) {
  const title = titleOf(line)
  return (
    <>
      <div className="verdict">
        <Chip tone={line.relevant ? 'good' : undefined}>
          {line.relevant ? 'kept' : 'not kept'} <span className="figures">{score(line.relevance)}</span>
        </Chip>
        {decided && <Chip tone={decided === 'accepted' ? 'good' : 'bad'}>{decided} by a curator</Chip>}
        <Link href={`/c/${encodeURIComponent(collection)}/pages/${line.page}`} className="title">
          <bdi>{title}</bdi>
        </Link>
        <span className="small muted">{line.source}</span>
      </div>
      <p className="small muted because">{line.because.join(' · ')}</p>
      {onDecide && (
        <div className="row decide">
          <Button
            icon="check"
            aria-label={`Accept ${title}`}
            aria-pressed={decided === 'accepted'}
            onClick={() => onDecide(decided === 'accepted' ? null : 'accepted')}
          >
            Accept
          </Button>
          <Button
            icon="close"
            aria-label={`Reject ${title}`}
            aria-pressed={decided === 'rejected'}
            onClick={() => onDecide(decided === 'rejected' ? null : 'rejected')}
          >
            Reject
          </Button>
        </div>
      )}
    </>
  )
}
