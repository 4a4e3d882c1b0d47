import type { SlotLimits } from './client-slots.ts'

/** What clients may use at a time. */
export interface ServerLimits {
  /** Exports and other downloads: each reads a collection, and may keep a copy of its records on disk. */
  readonly downloads: SlotLimits
  /** Live streams: each keeps a connection and receives every change. */
  readonly live: SlotLimits
  /** How long a client may read nothing of a response that is ready. */
  readonly stallMs: number
}

export const DEFAULT_LIMITS: ServerLimits = {
  downloads: { perClient: 3, total: 8 },
  live: { perClient: 20, total: 200 },
  stallMs: 60_000,
}
