import { randomBytes } from 'node:crypto'
import { BoundedMap } from '../../cache/bounded-map.ts'

/** Sessions expire after half a day without requests. */
const IDLE_MS = 12 * 3_600_000
/** Every session expires after a week. */
const MAX_MS = 7 * 24 * 3_600_000
/** When full, the oldest session is dropped. */
const MAX = 1_000

interface Session {
  readonly began: number
  used: number
}

/** Sessions of logged-in browsers, in memory: a restart ends all of them. */
export class Sessions {
  readonly #now: () => number
  readonly #sessions = new BoundedMap<string, Session>(MAX)

  constructor(now: () => number) {
    this.#now = now
  }

  /** Creates a new id at every login, which prevents session fixation. */
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
