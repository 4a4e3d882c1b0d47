import { EventideError } from '../model/errors.ts'

export interface SlotLimits {
  readonly perClient: number
  readonly total: number
}

/** Limits how much of something is in use at a time, for each client and in all. */
export class ClientSlots {
  readonly #what: string
  readonly #limits: SlotLimits
  readonly #used = new Map<string, number>()
  #total = 0

  /** `what` is used in messages: `exports`. */
  constructor(what: string, limits: SlotLimits) {
    this.#what = what
    this.#limits = limits
  }

  get inUse(): number {
    return this.#total
  }

  /** Takes a slot, or several; throws if there are not enough. The caller calls the result to return them, once or more often. */
  take(client: string, amount = 1): () => void {
    const { perClient, total } = this.#limits
    const used = this.#used.get(client) ?? 0
    // One that is larger than the limit is let through alone.
    if (used > 0 && used + amount > perClient) throw tooMany('too-many', `from your address`, this.#what)
    if (this.#total > 0 && this.#total + amount > total) throw tooMany('busy', 'on this server', this.#what)
    this.#set(client, used + amount)
    this.#total += amount
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#set(client, (this.#used.get(client) ?? 0) - amount)
      this.#total -= amount
    }
  }

  #set(client: string, used: number): void {
    if (used > 0) this.#used.set(client, used)
    else this.#used.delete(client)
  }
}

function tooMany(code: 'too-many' | 'busy', where: string, what: string): EventideError {
  return new EventideError(
    code,
    `Too many ${what} ${where} at the same time. Wait until one has ended, and try again`,
  )
}
