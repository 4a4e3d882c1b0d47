import { useState } from 'react'
import { count } from '../../design/format.ts'

interface FacetValue {
  readonly value: string
  readonly label: string
  readonly count: number
}

interface Props {
  readonly title: string
  readonly values: readonly FacetValue[]
  readonly selected: readonly string[]
  readonly onToggle: (value: string) => void
  readonly open?: boolean
}

const FIRST = 7

/** The values of one facet: check some to keep only those pages. Checked values stay visible. */
export function FacetList({ title, values, selected, onToggle, open = true }: Props) {
  const [all, setAll] = useState(false)
  const known = new Set(values.map(({ value }) => value))
  const unlisted = selected
    .filter((value) => !known.has(value))
    .map((value) => ({ value, label: value, count: 0 }))
  const shown = values.filter(({ value }, index) => all || index < FIRST || selected.includes(value))
  if (values.length === 0 && unlisted.length === 0) return null
  return (
    <details className="facet" open={open || selected.length > 0}>
      <summary>
        {title} {selected.length > 0 && <span className="muted small">({selected.length} selected)</span>}
      </summary>
      <ul>
        {[...unlisted, ...shown].map(({ value, label, count: pages }) => (
          <li key={value}>
            <label>
              <input type="checkbox" checked={selected.includes(value)} onChange={() => onToggle(value)} />
              <bdi className="facet-name">{label || value}</bdi>
              <span className="muted figures">{count(pages)}</span>
            </label>
          </li>
        ))}
      </ul>
      {values.length > FIRST && (
        <button type="button" className="button quiet small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${count(values.length)}`}
        </button>
      )}
    </details>
  )
}
