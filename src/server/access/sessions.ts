import { randomBytes } from 'node:crypto'
import { BoundedMap } from '../../cache/bounded-map.ts'

/** A working day; used sessions live on. */
const IDLE_MS = 12 * 3_600_000
/** Then whoever it is logs in again. */
const MAX_MS = 7 * 24 * 3_600_000
/** More browsers than share one token. The oldest goes first. */
const MAX = 1_000

interface Session {
  readonly began: number
  used: number
}

/** Who has logged in. Kept in memory: a restart ends all sessions. */
export class Sessions {
  readonly #now: () => number
  readonly #sessions = new BoundedMap<string, Session>(MAX)

  constructor(now: () => number) {
    this.#now = now
  }

  /** A new id at every login, so that an id somebody planted before is worth nothing. */
  begin(before: string | undefined): string {
    this.end(before)
    const id = randomBytes(32).toString('base64url')
    const now = this.#now()
    this.#sessions.set(id, { began: now, used: now })
    return id
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id)
  }

  isOpen(id: string | undefined): boolean {
    const session = id === undefined ? undefined : this.#sessions.get(id)
    if (!session) return false
    const now = this.#now()
    if (now - session.used > IDLE_MS || now - session.began > MAX_MS) {
      this.end(id)
      return false
    }
    session.used = now
    return true
  }
}
