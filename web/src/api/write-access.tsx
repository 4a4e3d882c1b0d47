import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useAbout } from './about.tsx'
import type { Reply } from './client.ts'
import { useCall } from './use-call.ts'

type Access = Reply<'GET /api/collections/:id/access'>

/** While another process writes to a collection, how often to look whether it still does. */
const LOOK_MS = 5_000

export interface WriteAccess extends Access {
  /** Reads it again, when a crawl may have begun or ended elsewhere. */
  readonly reload: () => void
}

const UNKNOWN: WriteAccess = { readOnly: null, writer: null, reload: () => {} }
const AccessContext = createContext(UNKNOWN)

interface Props {
  /** The collection that the screen is about; null for screens about none. */
  readonly collection: string | null
  readonly children: ReactNode
}

/** Knows whether the screen may change anything, and why not. */
export function WriteAccessProvider({ collection, children }: Props) {
  const about = useAbout()
  const id = about?.mayWrite ? collection : null
  const { data, reload } = useCall('GET /api/collections/:id/access', id === null ? null : { params: { id } })
  const readOnly = about && !about.mayWrite ? (about.readOnly ?? 'published') : (about?.readOnly ?? null)
  const access = useMemo(
    () => ({ ...(id === null ? { readOnly, writer: null } : (data ?? UNKNOWN)), reload }),
    [id, readOnly, data, reload],
  )
  useEffect(() => {
    if (data?.readOnly !== 'locked') return
    const timer = setTimeout(reload, LOOK_MS)
    return () => clearTimeout(timer)
  }, [data, reload])
  return <AccessContext value={access}>{children}</AccessContext>
}

export function useWriteAccess(): WriteAccess {
  return useContext(AccessContext)
}

/** Whether the screen may change anything. False until the server is known; a collection is taken for writable until it is known. */
export function useMayWrite(): boolean {
  const { readOnly } = useContext(AccessContext)
  return useAbout()?.mayWrite === true && readOnly === null
}
