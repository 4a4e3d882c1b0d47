import type { Candidate, JudgedPage, Merge, NewItem, Observation, UrlId, View } from '../model/crawl.ts'
import type { Json } from '../model/json.ts'
import type { LinkReading, PageReading } from '../model/page.ts'
import type { LinkScore, Verdict } from '../model/verdict.ts'

/**
 * Judges pages and scores links; may choose among candidates and may learn.
 *
 * Guarantees every strategy gives (checked by `conformance.ts`):
 * - `judge` and `score` never throw, whatever the page holds, and never change their arguments;
 * - every relevance and score is finite and within 0..1;
 * - `score` returns one result per link, in order, and splitting a batch changes nothing;
 * - the same inputs, options and random seed give the same outputs;
 * - `restore(snapshot())` on a fresh instance gives identical next decisions; the state is JSON;
 * - only `observe` teaches it: a killed crawl is told again of the pages since its last snapshot, and of nothing else.
 *   Chance therefore follows from the state (`features/keyed-random.ts`), not from how often `random` was called.
 *
 * A strategy never fetches, stores or reads files.
 */
export interface Strategy {
  readonly name: string
  /** What a URL found by several pages is worth: the mean of its link scores (the default) or the best of them. */
  readonly merge?: Merge
  /** What `select` wants to see. Without it: the best link of each host. */
  readonly view?: View
  /** Irrelevant pages in a row it goes through at its own risk, where that is more than the crawl allows any strategy. */
  readonly tunnel?: number
  judge(page: PageReading): Verdict
  score(links: readonly LinkReading[], from: JudgedPage): LinkScore[]
  /**
   * Links this page does not have but lets expect, a handful at most: the list of the next day beside that of a day. They are scored as its
   * own links are, and may lead nowhere.
   */
  suggest?(from: JudgedPage): readonly LinkReading[]
  /**
   * What to keep with this page in the store, small and JSON: it comes back in `Observation.memo`, now and when a resumed
   * crawl is told of the pages since the last snapshot. `found` are the page's links as they go into the frontier.
   */
  remember?(page: JudgedPage, found: readonly NewItem[]): Json
  /** Called once per fetched page, after it is safely stored, in completion order. */
  observe?(observation: Observation): void
  /**
   * Choose up to `n` of the candidates, at most one per host. Without it: highest score first, earlier discovery first among equals.
   * Scores are from when a link was found: with `reweigh` it may say what a few of those it leaves are worth now, so that they do not stand
   * before better ones the next time.
   */
  select?(
    candidates: readonly Candidate[],
    n: number,
    reweigh?: (id: UrlId, score: number) => void,
  ): Candidate[]
  /** Why nothing more is to be expected of this event, in words a user can check; null while there is. */
  saturated?(): readonly string[] | null
  snapshot?(): Json
  restore?(state: Json): void
}
