/** One part of a judgement: what was measured, what it was worth, and what it rests on. */
export interface EvidencePart {
  /** 0..1, or null when the page gave nothing to measure: unknown is not zero. */
  readonly value: number | null
  readonly weight: number
  /** The words, places or dates behind the value, most telling first. */
  readonly because: readonly string[]
  /** Of places: among those named here is one away from all of the event's. */
  readonly elsewhere?: boolean
  /** Of words: how many words the text has in all. */
  readonly length?: number
}

/** Parts by name: `topic`, `place`, `date`, `anchor`, `parent` ... */
export type Evidence = Readonly<Record<string, EvidencePart>>

export interface Verdict {
  /** 0..1, finite. */
  readonly relevance: number
  readonly relevant: boolean
  readonly evidence: Evidence
}

export interface LinkScore {
  /** 0..1, finite: the promise of an unfetched URL. */
  readonly score: number
  readonly evidence: Evidence
  /** Why the strategy would not follow it at all: recorded, not queued, unless another page's link revives it. */
  readonly excluded?: string
}
