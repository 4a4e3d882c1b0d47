import { type Pattern, patterns } from '../template.ts'

/** The vocabulary of one kind of story in one language. */
export interface StoryVocabulary {
  readonly headlines: readonly Pattern[]
  readonly leads: readonly Pattern[]
  readonly bodies: readonly Pattern[]
}

export function storyVocabulary(headlines: string, leads: string, bodies: string): StoryVocabulary {
  return { headlines: patterns(headlines), leads: patterns(leads), bodies: patterns(bodies) }
}

/** The phases of a crisis: before it, at its start, the days after, the weeks after, one year later. */
export type Phase = 'before' | 'impact' | 'rescue' | 'after' | 'anniversary'

/** The whole vocabulary of a language. */
export interface Vocabulary {
  /** Keyed `storm.before`, `quake.rescue`, `election`, `sport` ...; a missing key falls back to `crisis.<phase>` or `news`. */
  readonly stories: ReadonlyMap<string, StoryVocabulary>
  /** Quotations and details for any crisis story. */
  readonly voices: readonly Pattern[]
  /** Filler for any story. */
  readonly plain: readonly Pattern[]
  /** One sentence in another story that mentions the target event in passing. */
  readonly passing: readonly Pattern[]
  /** Stories about a crisis from another angle: money, schools, sport, culture. */
  readonly angle: StoryVocabulary
  /** Reader comments. */
  readonly comments: readonly Pattern[]
}
