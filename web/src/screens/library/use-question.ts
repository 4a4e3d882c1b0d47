import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Question, readQuestion, writeQuestion } from './question.ts'

export interface Asking {
  readonly question: Question
  /** Asks something else. Everything but the page itself begins at the first page again; `replace` leaves no trace in the history. */
  readonly change: (to: Partial<Question>, options?: { readonly replace?: boolean }) => void
}

/** The question of the address: what is shared, reloaded and gone back to is the same question. */
export function useQuestion(): Asking {
  const search = useSearch()
  const [path, go] = useLocation()
  const question = useMemo(() => readQuestion(search), [search])
  const change = useCallback<Asking['change']>(
    (to, { replace = false } = {}) => {
      // Read anew: the address may have changed since this was drawn.
      const next = { ...readQuestion(window.location.search), page: 1, ...to }
      const written = writeQuestion(next)
      if (written === writeQuestion(readQuestion(window.location.search))) return
      go(written ? `${path}?${written}` : path, { replace })
    },
    [go, path],
  )
  return { question, change }
}
