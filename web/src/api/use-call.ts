import { useCallback, useEffect, useRef, useState } from 'react'
import { type Args, call, type JsonName, type Reply } from './client.ts'
import { type ApiProblem, asProblem, isAbort } from './problem.ts'

/** Replies that are shown at once when a screen is opened again, while they are reloaded. */
const REMEMBERED = 60
const remembered = new Map<string, unknown>()

function remember(key: string, reply: unknown): void {
  remembered.delete(key)
  remembered.set(key, reply)
  const oldest = remembered.keys().next().value
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}

export interface Called<T> {
  /** The newest reply, also while it is reloaded; undefined before the first. */
  readonly data: T | undefined
  /** Whether `data` is still the reply to the previous arguments. */
  readonly stale: boolean
  readonly problem: ApiProblem | null
  readonly loading: boolean
  readonly reload: () => void
}

interface Held<T> {
  readonly key: string
  /** How often it was reloaded; the effect runs once per turn. */
  readonly turn: number
  readonly data: T | undefined
  /** The key that `data` belongs to. */
  readonly of: string
  readonly problem: ApiProblem | null
  readonly loading: boolean
}

const NOTHING = { key: '', turn: 0, data: undefined, of: '', problem: null, loading: false }

/**
 * Calls a route when mounted and whenever the arguments change; a call that is no longer needed is aborted.
 * `null` arguments call nothing. With `keep` the last reply stays while the one for other arguments is loading.
 */
export function useCall<N extends JsonName>(
  name: N,
  args: Args<N> | null,
  { keep = false }: { readonly keep?: boolean } = {},
): Called<Reply<N>> {
  const key = args === null ? '' : `${name} ${JSON.stringify(args)}`
  const [held, setHeld] = useState<Held<Reply<N>>>(NOTHING)
  const [turn, setTurn] = useState(0)
  const latest = useRef(args)
  latest.current = args
  useEffect(() => {
    const current = latest.current
    if (key === '' || current === null) return
    const aborter = new AbortController()
    const known = remembered.get(key) as Reply<N> | undefined
    setHeld((before) => {
      const kept = keep || before.key === key ? before : NOTHING
      const shown = known ? { data: known, of: key } : { data: kept.data, of: kept.of }
      return { key, turn, ...shown, problem: null, loading: true }
    })
    call(name, current, aborter.signal).then(
      (data) => {
        remember(key, data)
        setHeld({ key, turn, data, of: key, problem: null, loading: false })
      },
      (error: unknown) => {
        if (aborter.signal.aborted || isAbort(error)) return
        setHeld((before) => ({ ...before, problem: asProblem(error), loading: false }))
      },
    )
    return () => aborter.abort()
  }, [key, turn, name, keep])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  if (key === '') return { data: undefined, stale: false, problem: null, loading: false, reload }
  const current = held.key === key
  const known = current ? undefined : (remembered.get(key) as Reply<N> | undefined)
  const data = known ?? (current || keep ? held.data : undefined)
  return {
    data,
    stale: data !== undefined && data !== known && held.of !== key,
    problem: current ? held.problem : null,
    loading: current ? held.loading : true,
    reload,
  }
}
