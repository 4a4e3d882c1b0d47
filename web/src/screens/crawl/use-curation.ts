import { useCallback, useMemo, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { type ApiProblem, asProblem } from '../../api/problem.ts'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { plural } from '../../design/format.ts'

export type CurationEntry = Reply<'GET /api/collections/:id/curation'>['entries'][number]
export type Decision = CurationEntry['decision']

export interface Curation {
  /** Newest first; undefined until they are known. */
  readonly entries: readonly CurationEntry[] | undefined
  /** The decision in force, by page. */
  readonly pages: ReadonlyMap<number, Decision>
  readonly problem: ApiProblem | null
  /** Each resolves to whether it succeeded. Several may be in progress at once. */
  readonly decidePage: (page: number, title: string, decision: Decision, reason?: string) => Promise<boolean>
  readonly decideSource: (source: string, decision: Decision, reason?: string) => Promise<boolean>
}

const OUTCOMES = { accepted: 'accepted', rejected: 'rejected', none: 'decision undone' } as const

/** The decisions of curators, and how to make one. Model and queue are updated at once; the effect is announced. */
export function useCuration(id: string): Curation {
  const fetched = useCall('GET /api/collections/:id/curation', { params: { id } }, { keep: true })
  const { data, reload } = fetched
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const announce = useAnnounce()
  const decide = useCallback(
    async (target: string, deciding: Promise<CurationEntry>) => {
      setRefused(null)
      try {
        const { decision, links } = await deciding
        const effect = links === 0 ? 'no queued links changed' : `${plural(links, 'queued link')} rescored`
        announce(`${target}: ${OUTCOMES[decision ?? 'none']}; ${effect}.`)
        reload()
        return true
      } catch (error) {
        setRefused(asProblem(error))
        return false
      }
    },
    [announce, reload],
  )
  const decidePage: Curation['decidePage'] = useCallback(
    (page, title, decision, reason) => {
      const body = { decision, ...(reason ? { reason } : {}) }
      return decide(
        title,
        call('PUT /api/collections/:id/pages/:page/curation', { params: { id, page }, body }),
      )
    },
    [id, decide],
  )
  const decideSource: Curation['decideSource'] = useCallback(
    (source, decision, reason) => {
      const body = { decision, ...(reason ? { reason } : {}) }
      return decide(
        source,
        call('PUT /api/collections/:id/sources/:source/curation', { params: { id, source }, body }),
      )
    },
    [id, decide],
  )
  const pages = useMemo(() => {
    const held = new Map<number, Decision>()
    for (const entry of data?.entries ?? [])
      if (entry.page !== null && !held.has(entry.page)) held.set(entry.page, entry.decision)
    return held
  }, [data])
  return { entries: data?.entries, pages, problem: refused ?? fetched.problem, decidePage, decideSource }
}
