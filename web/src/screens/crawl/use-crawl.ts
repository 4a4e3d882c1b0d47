import { useCallback, useEffect, useRef, useState } from 'react'
import { routeUrl } from '../../api/client.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'
import { useTabVisible } from '../../api/use-tab-visible.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { type CrawlLive, type CrawlStatus, STATE_TEXT } from './crawl-state.ts'

interface Crawl {
  readonly crawl: CrawlLive | undefined
  readonly problem: ApiProblem | null
  readonly reload: () => void
  /** There is no live stream, and has not been for a while. */
  readonly lost: boolean
  /** The reply of an action: shown until the stream sends something newer. */
  readonly answered: (status: CrawlStatus | undefined) => void
}

/** One crawl as it is now: loaded once, then followed. Changes of its state are read aloud, its numbers are not. */
export function useCrawl(id: string): Crawl {
  const params = { id }
  const fetched = useCall('GET /api/collections/:id/crawl', { params })
  const seen = useTabVisible()
  const live = useLive(seen ? routeUrl('GET /api/collections/:id/crawl/live', { params }) : null, 'crawl')
  const last = useRef<CrawlLive | undefined>(undefined)
  if (live.data?.collection === id) last.current = live.data
  const [answer, setAnswer] = useState<{ status: CrawlStatus; after: CrawlLive | undefined } | null>(null)
  const streamed = last.current
  const known = streamed ?? fetched.data
  const current = answer !== null && answer.after === streamed && answer.status.collection === id
  const crawl = current && known ? { ...known, ...answer.status } : known

  const announce = useAnnounce()
  const before = useRef<CrawlLive['state'] | undefined>(undefined)
  const state = crawl?.state
  useEffect(() => {
    if (before.current !== undefined && state !== undefined && before.current !== state)
      announce(STATE_TEXT[state].announcement, { quiet: true })
    before.current = state
  }, [state, announce])

  const answered = useCallback(
    (status: CrawlStatus | undefined) => {
      if (status) setAnswer({ status, after: streamed })
    },
    [streamed],
  )
  return {
    crawl,
    problem: crawl ? null : fetched.problem,
    reload: fetched.reload,
    lost: useLost(seen && !live.connected),
    answered,
  }
}

/** Shorter interruptions are not shown. */
const SHOWN_AFTER_MS = 2_500

/** True when there has been no connection for a while. */
function useLost(away: boolean): boolean {
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (!away) return setLost(false)
    const timer = setTimeout(() => setLost(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [away])
  return away && lost
}
