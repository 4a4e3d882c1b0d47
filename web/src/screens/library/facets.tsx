import type { Reply } from '../../api/client.ts'
import type { Called } from '../../api/use-call.ts'
import { count, languageText } from '../../design/format.ts'
import { Problem, Skeleton } from '../../design/states.tsx'
import { FacetList } from './facet-list.tsx'
import type { Filters, VerdictChoice } from './filters.ts'
import type { FiltersState } from './use-filters.ts'

interface Props extends FiltersState {
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

/** The facets of the pages found, as filters. */
export function Facets({ facets, nameOf, filters, change }: Props) {
  const { data, problem, reload } = facets
  if (problem) return <Problem problem={problem} onRetry={reload} />
  if (!data) return <Skeleton label="Loading filters" lines={8} />
  const toggle = (key: ListKey) => (value: string) => change({ [key]: toggled(filters[key], value) })
  const collections = data.collection.map((one) => ({ ...one, label: nameOf(one.value) }))
  const named = data.language.map((one) => ({ ...one, label: languageText(one.value) }))
  return (
    <div className="facets">
      <FacetList title="Collection" values={collections} selected={filters.in} onToggle={toggle('in')} />
      <FacetList title="Source" values={data.source} selected={filters.site} onToggle={toggle('site')} />
      <FacetList title="Place" values={data.place} selected={filters.place} onToggle={toggle('place')} />
      <Dates filters={filters} change={change} />
      <FacetList title="Language" values={named} selected={filters.lang} onToggle={toggle('lang')} />
      <FacetList
        title="Who"
        values={data.who}
        selected={filters.who ? [filters.who] : []}
        onToggle={(value) => change({ who: filters.who === value ? '' : value })}
        open={false}
      />
      <FacetList
        title="Kind"
        values={data.kind}
        selected={filters.kind}
        onToggle={toggle('kind')}
        open={false}
      />
      <Verdicts counts={data.verdict} chosen={filters.verdict} onChoose={(verdict) => change({ verdict })} />
    </div>
  )
}

function Dates({ filters, change }: { readonly filters: Filters; readonly change: FiltersState['change'] }) {
  const ends = [
    { key: 'from', label: 'From', max: filters.to },
    { key: 'to', label: 'To', min: filters.from },
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
              value={filters[key]}
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
