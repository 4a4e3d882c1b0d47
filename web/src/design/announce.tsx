import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { IconButton } from './button.tsx'

/** Long enough to read a sentence twice. */
const SHOWN_MS = 8_000

interface Announcement {
  readonly id: number
  readonly text: string
  readonly shown: boolean
}

type Announce = (text: string, options?: { readonly quiet?: boolean }) => void

const AnnounceContext = createContext<Announce>(() => {})

/** Announces something: shown for a while and read aloud; with `quiet` only read aloud. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext)
}

/** The one live region of the application, and the notes at its edge. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([])
  const next = useRef(1)
  const drop = useCallback((id: number) => setAnnouncements((all) => all.filter((one) => one.id !== id)), [])
  const announce = useCallback<Announce>(
    (text, { quiet = false } = {}) => {
      const id = next.current++
      setAnnouncements((all) => [...all.slice(-4), { id, text, shown: !quiet }])
      setTimeout(() => drop(id), SHOWN_MS)
    },
    [drop],
  )
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="unseen" role="status" aria-live="polite">
        {announcements.map((one) => (
          <p key={one.id}>{one.text}</p>
        ))}
      </div>
      <div className="toasts">
        {announcements
          .filter((one) => one.shown)
          .map((one) => (
            <div className="toast" key={one.id}>
              <span aria-hidden="true">{one.text}</span>
              <IconButton icon="close" label="Dismiss" look="quiet" onClick={() => drop(one.id)} />
            </div>
          ))}
      </div>
    </AnnounceContext>
  )
}
