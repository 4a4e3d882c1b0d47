import type { Positions, Wires } from './force-layout.ts'

export type LayoutName = 'force' | 'layers'

export interface LayoutAsk {
  readonly layout: LayoutName
  readonly wires: Wires
  /** Steps between two positions that are sent; 0 sends the last alone. */
  readonly every: number
}

export interface LayoutAnswer {
  readonly positions: Positions
  readonly done: boolean
}
