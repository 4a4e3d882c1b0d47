import { type Pattern, patterns } from '../template.ts'

/** What one kind of story is told with, in one language. */
export interface Stock {
  readonly headlines: readonly Pattern[]
  readonly leads: readonly Pattern[]
  readonly bodies: readonly Pattern[]
}

export function stock(headlines: string, leads: string, bodies: string): Stock {
  return { headlines: patterns(headlines), leads: patterns(leads), bodies: patterns(bodies) }
}

/** The stages of a crisis: what is written before, as it strikes, in the days after, in the weeks after, a year on. */
export type Phase = 'before' | 'impact' | 'rescue' | 'after' | 'anniversary'

/** Everything a language can say. */
export interface Vocabulary {
  /** Keyed `storm.before`, `quake.rescue`, `election`, `sport` ...; a missing key falls back to `crisis.<phase>` or `news`. */
  readonly stocks: ReadonlyMap<string, Stock>
  /** Quotations and colour for any crisis story. */
  readonly voices: readonly Pattern[]
  /** Filler for any story. */
  readonly plain: readonly Pattern[]
  /** One sentence in another story that mentions the target event in passing. */
  readonly passing: readonly Pattern[]
  /** Stories that look at a crisis from elsewhere: money, schools, sport, culture. */
  readonly angle: Stock
  /** Reader comments. */
  readonly comments: readonly Pattern[]
}
