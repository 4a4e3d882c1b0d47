import { score } from './format.ts'
import { Meter } from './meter.tsx'

export type EvidenceParts = Readonly<
  Record<
    string,
    { readonly value: number | null; readonly weight: number; readonly because: readonly string[] }
  >
>

/** Every part of a verdict as a bar with its weight and its reasons, the heaviest first. */
export function Evidence({ parts }: { readonly parts: EvidenceParts }) {
  const sorted = Object.entries(parts).toSorted(([, a], [, b]) => b.weight - a.weight)
  return (
    <ul className="evidence">
      {sorted.map(([name, { value, weight, because }]) => (
        <li key={name}>
          <span>
            {name} <span className="muted small figures">× {score(weight)}</span>
          </span>
          {value === null ? (
            <span className="muted small">nothing to go by</span>
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

/** The relevance of a page against the bar it had to pass. */
export function Verdict({ relevance, threshold, relevant }: VerdictProps) {
  return (
    <div className="stack tight">
      <div className="row apart">
        <strong>{relevant ? 'Kept' : 'Not kept'}</strong>
        <span className="figures">
          {score(relevance)} of 1, the bar is {score(threshold)}
        </span>
      </div>
      <div className="threshold">
        <Meter
          value={relevance}
          label="Relevance"
          text={`${score(relevance)}, the bar is ${score(threshold)}`}
          tone={relevant ? 'good' : 'bad'}
        />
        <span
          className="bar-mark"
          style={{ left: `${Math.min(Math.max(threshold, 0), 1) * 100}%` }}
          aria-hidden="true"
        />
      </div>
    </div>
  )
}
