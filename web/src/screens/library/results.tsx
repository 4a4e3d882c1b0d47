import type { Reply } from '../../api/client.ts'
import type { Called } from '../../api/use-call.ts'
import { Button } from '../../design/button.tsx'
import { count } from '../../design/format.ts'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import type { Pin } from '../../map/points.ts'
import { Pager } from './pager.tsx'
import { NO_QUESTION, PAGE_SIZE, type Question, writeQuestion } from './question.ts'
import { ResultItem } from './result-item.tsx'
import type { Asking } from './use-question.ts'

type Found = Reply<'GET /api/search'>

interface Props extends Asking {
  readonly found: Called<Found>
  /** The newest answer there is, and the question it answers. */
  readonly data: Found | undefined
  readonly answered: Question
  /** Number of its first result. */
  readonly first: number
  readonly lit: ReadonlySet<number>
  readonly pins: readonly Pin[]
  readonly onLight: (numbers: readonly number[]) => void
  /** Null where one collection is all there is. */
  readonly collectionName: ((id: string) => string) | null
}

/** Where a result leads: its page, which knows the question it was found by and its number there. */
export function resultHref(collection: string, page: number, question: Question, number: number): string {
  const from = new URLSearchParams(writeQuestion({ ...question, page: 1 }))
  from.set('at', String(number))
  return `/c/${encodeURIComponent(collection)}/pages/${page}?${from}`
}

export function Results({
  found,
  data,
  answered,
  first,
  lit,
  pins,
  onLight,
  collectionName,
  question,
  change,
}: Props) {
  if (found.problem) return <Problem problem={found.problem} onRetry={found.reload} />
  if (!data) return <Skeleton label="Searching" lines={12} />
  const pinned = new Set(pins.map((pin) => pin.number))
  return (
    <div aria-busy={found.loading} className="stack">
      <p className="library-count" data-total={data.total}>
        <strong>{count(data.total)}</strong> {data.total === 1 ? 'page' : 'pages'}{' '}
        <span className="muted">in {Math.round(data.ms)} ms</span>
      </p>
      {data.notes.map((note) => (
        <p key={note} className="notice warn">
          {note}
        </p>
      ))}
      {data.total === 0 && <Nothing question={question} onClear={() => change(NO_QUESTION)} />}
      <ol className="results" start={first}>
        {data.hits.map((hit, index) => (
          <ResultItem
            key={`${hit.collection} ${hit.page}`}
            hit={hit}
            number={first + index}
            href={resultHref(hit.collection, hit.page, answered, first + index)}
            collection={collectionName?.(hit.collection) ?? null}
            lit={lit.has(first + index)}
            hasPin={pinned.has(first + index)}
            onLight={onLight}
            onPlace={(id) => change({ place: [id] })}
          />
        ))}
      </ol>
      <Pager
        page={question.page}
        pages={Math.ceil(data.total / PAGE_SIZE)}
        onPage={(page) => {
          change({ page })
          window.scrollTo(0, 0)
        }}
      />
    </div>
  )
}

function Nothing({ question, onClear }: { readonly question: Question; readonly onClear: () => void }) {
  const asked = writeQuestion(question) !== ''
  return (
    <Empty title={asked ? 'No page answers this' : 'There are no pages yet'}>
      <p>
        {asked
          ? 'Take a filter away, use fewer words, or look among the pages that were not kept.'
          : 'Pages appear here as soon as a crawl has kept some.'}
      </p>
      {asked && <Button onClick={onClear}>Start again</Button>}
    </Empty>
  )
}
