import type { Reply } from '../../api/client.ts'
import type { Called } from '../../api/use-call.ts'
import { count, languageText } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { FacetList } from './facet-list.tsx'
import type { Question, VerdictChoice } from './question.ts'
import type { Asking } from './use-question.ts'

interface Props extends Asking {
  readonly facets: Called<Reply<'GET /api/facets'>>
  readonly nameOf: (collection: string) => string
}

type ListKey = 'in' | 'site' | 'lang' | 'place' | 'kind'

const toggled = (values: readonly string[], value: string) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

const VERDICTS: readonly { readonly value: VerdictChoice; readonly label: string }[] = [
  { value: 'kept', label: 'Kept' },
  { value: 'rejected', label: 'Not kept' },
  { value: 'all', label: 'All fetched pages' },
]

/** How the pages found spread, and what to narrow them by. */
export function Facets({ facets, nameOf, question, change }: Props) {
  const { data, problem, reload } = facets
  if (problem) return <Problem problem={problem} onRetry={reload} />
  if (!data) return <Skeleton label="Loading the filters" lines={8} />
  const toggle = (key: ListKey) => (value: string) => change({ [key]: toggled(question[key], value) })
  const collections = data.collection.map((one) => ({ ...one, label: nameOf(one.value) }))
  const named = data.language.map((one) => ({ ...one, label: languageText(one.value) }))
  return (
    <div className="facets">
      <FacetList title="Collection" values={collections} selected={question.in} onToggle={toggle('in')} />
      <FacetList title="Source" values={data.source} selected={question.site} onToggle={toggle('site')} />
      <FacetList title="Place" values={data.place} selected={question.place} onToggle={toggle('place')} />
      <Dates question={question} change={change} />
      <FacetList title="Language" values={named} selected={question.lang} onToggle={toggle('lang')} />
      <FacetList
        title="Who"
        values={data.who}
        selected={question.who ? [question.who] : []}
        onToggle={(value) => change({ who: question.who === value ? '' : value })}
        open={false}
      />
      <FacetList
        title="Kind"
        values={data.kind}
        selected={question.kind}
        onToggle={toggle('kind')}
        open={false}
      />
      <Verdicts counts={data.verdict} chosen={question.verdict} onChoose={(verdict) => change({ verdict })} />
    </div>
  )
}

function Dates({ question, change }: { readonly question: Question; readonly change: Asking['change'] }) {
  const ends = [
    { key: 'from', label: 'From', max: question.to },
    { key: 'to', label: 'To', min: question.from },
  ] as const
  return (
    <details className="facet" open>
      <summary>Date</summary>
      <div className="facet-dates">
        {ends.map(({ key, label, ...bounds }) => (
          <label key={key}>
            <span className="small muted">{label}</span>
            <input
              type="date"
              className="input"
              value={question[key]}
              {...bounds}
              onChange={(event) => change({ [key]: event.target.value }, { replace: true })}
            />
          </label>
        ))}
      </div>
    </details>
  )
}

interface VerdictsProps {
  readonly counts: readonly { readonly value: string; readonly count: number }[]
  readonly chosen: VerdictChoice
  readonly onChoose: (verdict: VerdictChoice) => void
}

function Verdicts({ counts, chosen, onChoose }: VerdictsProps) {
  const pages = new Map(counts.map(({ value, count: pages }) => [value, pages]))
  return (
    <fieldset className="facet">
      <legend>Verdict</legend>
      {VERDICTS.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="verdict" checked={chosen === value} onChange={() => onChoose(value)} />
          <span className="facet-name">{label}</span>
          <span className="muted figures">{pages.has(value) ? count(pages.get(value) ?? 0) : ''}</span>
        </label>
      ))}
    </fieldset>
  )
}
