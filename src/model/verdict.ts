/** One part of a judgement: a value, its weight and the reasons. */
export interface EvidencePart {
  /** 0..1, or null if unknown, which is not 0. */
  readonly value: number | null
  readonly weight: number
  /** The words, places or dates behind the value, most significant first. */
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
  /** 0..1, finite: the expected relevance of an unfetched URL. */
  readonly score: number
  readonly evidence: Evidence
  /** Why the strategy does not follow it: recorded but not queued, unless another page's link is accepted. */
  readonly excluded?: string
}
