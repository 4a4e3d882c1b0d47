import type { LabSetup } from '../../lab/setup.ts'

/** Messages from the server to a comparison process. */
export type ToComparison =
  | {
      readonly kind: 'start'
      readonly setup: LabSetup
      readonly jobs: number
      readonly folder: string
      readonly command: string
    }
  | { readonly kind: 'stop' }

/** Messages from a comparison process to the server. */
export type FromComparison =
  /** `finished` crawls were restored from an earlier, interrupted attempt. */
  | { readonly kind: 'started'; readonly finished: number; readonly total: number }
  | { readonly kind: 'run-finished' }
  | { readonly kind: 'progress'; readonly pages: number }
  | { readonly kind: 'end'; readonly complete: boolean }
  | { readonly kind: 'failed'; readonly message: string }
