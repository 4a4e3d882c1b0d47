import { score } from './format.ts'
import { Meter } from './meter.tsx'

export type EvidenceParts = Readonly<
  Record<
    string,
    { readonly value: number | null; readonly weight: number; readonly because: readonly string[] }
  >
>

/**
 * Every part of a verdict as a bar with its weight and its reasons, highest weight first. A part without a
 * weight is not added to the others: it decides alone, or is only shown.
 */
export function Evidence({ parts }: { readonly parts: EvidenceParts }) {
  const sorted = Object.entries(parts).toSorted(([, a], [, b]) => b.weight - a.weight)
  return (
    <ul className="evidence">
      {sorted.map(([name, { value, weight, because }]) => (
        <li key={name}>
          <span>
            {name} {weight > 0 && <span className="muted small figures">weight {score(weight)}</span>}
          </span>
          {value === null ? (
            <span className="muted small">no data</span>
          ) : (
            <Meter value={value} label={name} text={score(value)} />
          )}
          <span className="figures">{value === null ? '–' : score(value)}</span>
          {because.length > 0 && <span className="because">{because.join(' · ')}</span>}
        </li>
      ))}
    </ul>
  )
}

interface VerdictProps {
  readonly relevance: number
  readonly threshold: number
  readonly relevant: boolean
}

/** The relevance of a page against its threshold. */
export function Verdict({ relevance, threshold, relevant }: VerdictProps) {
  return (
    <div className="stack tight">
      <div className="row apart">
        <strong>{relevant ? 'Kept' : 'Not kept'}</strong>
        <span className="figures">
          relevance {score(relevance)}, threshold {score(threshold)}
        </span>
      </div>
      <div className="threshold">
        <Meter
          value={relevance}
          label="Relevance"
          text={`${score(relevance)}, threshold ${score(threshold)}`}
          tone={relevant ? 'good' : 'bad'}
        />
        <span
          className="threshold-mark"
          style={{ left: `${Math.min(Math.max(threshold, 0), 1) * 100}%` }}
          aria-hidden="true"
        />
      </div>
    </div>
  )
}
