import { useCallback, useEffect, useRef, useState } from 'react'
import { type Args, call, type JsonName, type Reply } from './client.ts'
import { type ApiProblem, asProblem, isAbort } from './problem.ts'

export interface Action<N extends JsonName> {
  /** Undefined when it was refused (see `problem`) or aborted. A new run aborts the previous one. */
  readonly run: (args: Args<N>) => Promise<Reply<N> | undefined>
  readonly busy: boolean
  readonly problem: ApiProblem | null
  readonly forget: () => void
}

/** A call made by a user action. */
export function useAction<N extends JsonName>(name: N): Action<N> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const aborter = useRef<AbortController | null>(null)
  useEffect(() => () => aborter.current?.abort(), [])
  const run = useCallback(
    async (args: Args<N>) => {
      aborter.current?.abort()
      const mine = new AbortController()
      aborter.current = mine
      setBusy(true)
      setProblem(null)
      try {
        return await call(name, args, mine.signal)
      } catch (error) {
        if (!mine.signal.aborted && !isAbort(error)) setProblem(asProblem(error))
        return undefined
      } finally {
        if (aborter.current === mine) setBusy(false)
      }
    },
    [name],
  )
  const forget = useCallback(() => setProblem(null), [])
  return { run, busy, problem, forget }
}
