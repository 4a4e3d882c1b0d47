/** A strategy and the options that were set for it; every other option has its default. Plain data. */
export interface StrategySpec {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Something wrong with a strategy specification. */
export interface StrategyProblem {
  /** The option at fault; null if the problem is the name, or several options together. */
  readonly option: string | null
  /** Complete on its own: names the strategy, the option and what would be right. */
  readonly message: string
}

/** What a reader of specifications needs to know about the strategies. */
export interface StrategyCatalog {
  names(): readonly string[]
  /** Everything wrong with the specification; empty if a strategy can be created from it. */
  problems(spec: StrategySpec): readonly StrategyProblem[]
}

/** The specification as one word, as on a command line: `shark-search`, or `shark-search:delta=0.3;beta=0.7`. */
export function formatStrategySpec({ name, options }: StrategySpec): string {
  const pairs = Object.entries(options).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return pairs.length === 0 ? name : `${name}:${pairs.join(';')}`
}
