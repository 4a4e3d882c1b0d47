import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type ApiProblem, asProblem, isAbort } from '../../api/problem.ts'
import { type Strategies, useStrategies } from '../../options/use-strategies.ts'
import { type Draft, draftOf, EMPTY, formOf, missingIn, type ReadEvent, renamePicked } from './draft.ts'

/** Long enough not to check at every letter, short enough to seem immediate. */
const PAUSE_MS = 350

type EventBody = { readonly form: ReturnType<typeof formOf>; readonly base?: string } | { yaml: string }

/** The event while it is edited: a form and its YAML, each updated by the other. */
export interface EventEditor {
  readonly draft: Draft
  readonly yaml: string
  /** What the server understood last; undefined until it understood anything. */
  readonly read: ReadEvent | undefined
  readonly checking: boolean
  readonly problem: ApiProblem | null
  /** Which of the two was edited last, and would be saved. */
  readonly side: 'form' | 'yaml'
  readonly dirty: boolean
  readonly strategies: Strategies
  readonly body: EventBody
  change(part: Partial<Draft>): void
  writeYaml(yaml: string): void
  /** A picked place is written by its name, and by its id where the name alone means another place. */
  pick(as: string, id: string): void
  /** Replaces the edited event; `saved` when it is what the server holds. */
  put(read: ReadEvent, saved: boolean): void
  /** The edited event has been saved. */
  settle(): void
  /** Undoes `put`. */
  readonly undo: (() => void) | undefined
}

interface State {
  readonly draft: Draft
  readonly yaml: string
  readonly base: string | undefined
  readonly read: ReadEvent | undefined
  readonly side: 'form' | 'yaml'
  readonly dirty: boolean
}

const START: State = { draft: EMPTY, yaml: '', base: undefined, read: undefined, side: 'form', dirty: false }

export function useEventEditor(mayCheck: boolean): EventEditor {
  const strategies = useStrategies()
  const [state, setState] = useState(START)
  const [before, setBefore] = useState<State | null>(null)
  const [checking, setChecking] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const picked = useRef(new Map<string, string>())
  // Only the edited side is checked, so that the reply about the other side does not start another check.
  const input = state.side === 'form' ? state.draft : state.yaml
  const base = state.side === 'form' ? state.base : undefined
  const { dirty } = state
  useEffect(() => {
    setProblem(null)
    if (!mayCheck || !dirty || !isWhole(input, strategies)) return
    const body = bodyOf(input, base, strategies)
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      setChecking(true)
      call('POST /api/events/check', { body }, aborter.signal).then(
        (read) => {
          setChecking(false)
          setState((now) => answered(now, read, picked.current))
        },
        (error: unknown) => {
          if (aborter.signal.aborted || isAbort(error)) return
          const refused = asProblem(error)
          setChecking(false)
          setProblem(refused)
          setState((now) => refusedWith(now, refused, picked.current))
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      aborter.abort()
      setChecking(false)
    }
  }, [mayCheck, input, base, dirty, strategies])

  const change = useCallback((part: Partial<Draft>) => {
    setState((now) => ({ ...now, draft: { ...now.draft, ...part }, side: 'form', dirty: true }))
  }, [])
  const writeYaml = useCallback((text: string) => {
    setState((now) => ({ ...now, yaml: text, side: 'yaml', dirty: true }))
  }, [])
  const pick = useCallback((as: string, id: string) => {
    picked.current.set(as, id)
  }, [])
  const put = useCallback((read: ReadEvent, saved: boolean) => {
    setState((now) => {
      setBefore(saved ? null : now)
      return {
        draft: draftOf(read.form),
        yaml: read.yaml,
        base: read.yaml,
        read,
        side: 'form',
        dirty: !saved,
      }
    })
  }, [])
  const settle = useCallback(() => {
    setBefore(null)
    setState((now) => ({ ...now, dirty: false }))
  }, [])
  const undo = before
    ? () => {
        setState(before)
        setBefore(null)
      }
    : undefined
  const body = bodyOf(input, base, strategies)
  return { ...state, strategies, checking, problem, body, change, writeYaml, pick, put, settle, undo }
}

function isWhole(input: Draft | string, strategies: Strategies): boolean {
  return typeof input === 'string'
    ? input.trim() !== ''
    : Object.keys(missingIn(input, strategies)).length === 0
}

function bodyOf(input: Draft | string, base: string | undefined, strategies: Strategies): EventBody {
  if (typeof input === 'string') return { yaml: input }
  return { form: formOf(input, strategies), ...(base !== undefined && { base }) }
}

/** Updates the other side; the one being typed into stays as it is. */
function answered(now: State, read: ReadEvent, picked: Map<string, string>): State {
  if (now.side === 'yaml') return { ...now, read, draft: draftOf(read.form), base: now.yaml }
  const found = new Map(read.places.map((place) => [place.as, place.id]))
  const where = renamePicked(now.draft.where, picked, (as, id) => found.has(as) && found.get(as) !== id)
  const draft = where === now.draft.where ? now.draft : { ...now.draft, where }
  return { ...now, read, yaml: read.yaml, draft }
}

function refusedWith(now: State, refused: ApiProblem, picked: Map<string, string>): State {
  if (now.side === 'yaml') return now
  const where = renamePicked(now.draft.where, picked, (as) => refused.message.includes(`"${as}"`))
  return where === now.draft.where ? now : { ...now, draft: { ...now.draft, where } }
}
