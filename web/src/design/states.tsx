import { type ReactNode, useId } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { Button } from './button.tsx'

/** Why there is nothing to show, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

interface ProblemProps {
  readonly problem: ApiProblem
  readonly onRetry?: (() => void) | undefined
  readonly children?: ReactNode
}

/** What went wrong, with what, and what can be done. */
export function Problem({ problem, onRetry, children }: ProblemProps) {
  // A busy server is no error: the same works a little later.
  const busy = problem.status === 429 || problem.status === 503
  return (
    <div className={busy ? 'notice warn' : 'notice bad'} role="alert">
      <strong>{problem.message}</strong>
      {problem.issues.length > 0 && (
        <ul>
          {problem.issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              {issue.path && <code>{issue.path}</code>} {issue.message}
            </li>
          ))}
        </ul>
      )}
      {problem.status === 401 && (
        <a href={`/login?next=${encodeURIComponent(location.pathname + location.search)}`}>Log in</a>
      )}
      {children}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

/** Placeholder lines while something is loading. */
export function Skeleton({
  lines = 4,
  label = 'Loading',
}: {
  readonly lines?: number
  readonly label?: string
}) {
  const id = useId()
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{label}</span>
      {Array.from({ length: lines }, (_, line) => `${id}${line}`).map((key) => (
        <span key={key} aria-hidden="true" />
      ))}
    </div>
  )
}
