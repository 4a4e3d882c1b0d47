import type { LabSetup } from '../../lab/setup.ts'

/** What the server tells a comparison. */
export type ToComparison =
  | {
      readonly kind: 'start'
      readonly setup: LabSetup
      readonly jobs: number
      readonly folder: string
      readonly command: string
    }
  | { readonly kind: 'stop' }

/** What a comparison tells the server. */
export type FromComparison =
  | { readonly kind: 'begun'; readonly known: number; readonly total: number }
  | { readonly kind: 'run' }
  | { readonly kind: 'progress'; readonly pages: number }
  | { readonly kind: 'end'; readonly complete: boolean }
  | { readonly kind: 'failed'; readonly message: string }
