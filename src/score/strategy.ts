import type { Candidate, JudgedPage, Merge, NewItem, Observation, UrlId, View } from '../model/crawl.ts'
import type { Json } from '../model/json.ts'
import type { LinkReading, PageReading } from '../model/page.ts'
import type { LinkScore, Verdict } from '../model/verdict.ts'

/**
 * Judges pages and scores links; may choose among candidates and may learn.
 *
 * Guarantees of every strategy (checked by `conformance.ts`):
 * - `judge` and `score` never throw, whatever the page contains, and never change their arguments;
 * - every relevance and score is finite and within 0..1;
 * - `score` returns one result per link, in order, and splitting a batch changes nothing;
 * - the same inputs, options and random seed give the same outputs;
 * - `restore(snapshot())` on a new instance gives identical next decisions; the state is JSON;
 * - only `observe` changes what it has learned: a resumed crawl replays the pages since its last snapshot,
 * and nothing else. Randomness therefore depends on the state (`features/keyed-random.ts`), not on how often
 * `random` was called.
 *
 * A strategy never fetches, stores or reads files.
 */
export interface Strategy {
  readonly name: string
  /** How the scores of a URL linked from several pages are combined: their mean (the default) or the best of them. */
  readonly merge?: Merge
  /** Which candidates `select` is given. If omitted: the best link of each host. */
  readonly view?: View
  /** Consecutive irrelevant pages it allows on a path, if more than the crawl allows. */
  readonly tunnel?: number
  judge(page: PageReading): Verdict
  score(links: readonly LinkReading[], from: JudgedPage): LinkScore[]
  /**
   * A few URLs that the page does not link to but that probably exist, such as the archive list of the next day. They are scored like links
   * and may not exist.
   */
  suggest?(from: JudgedPage): readonly LinkReading[]
  /**
   * What to store with this page: small, and JSON. It is returned in `Observation.memo`, also when a resumed crawl replays the pages since
   * the last snapshot. `found` are the page's links as they enter the frontier.
   */
  remember?(page: JudgedPage, found: readonly NewItem[]): Json
  /** Called once per fetched page, after it is safely stored, in completion order. */
  observe?(observation: Observation): void
  /**
   * Chooses up to `n` of the candidates, at most one per host. If omitted: highest score first, then earliest found. Scores date from when
   * a link was found; `reweigh` updates the scores of a few candidates that are not chosen, so that they are not offered before better ones
   * next time.
   */
  select?(
    candidates: readonly Candidate[],
    n: number,
    reweigh?: (id: UrlId, score: number) => void,
  ): Candidate[]
  /** Why no further relevant pages are expected, in words that a user can check; null while some are. */
  saturated?(): readonly string[] | null
  snapshot?(): Json
  restore?(state: Json): void
}
