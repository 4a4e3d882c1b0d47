import type { Candidate, JudgedPage, Observation } from '../model/crawl.ts'
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
 * - `restore(snapshot())` on a fresh instance gives identical next decisions; the state is JSON.
 *
 * A strategy never fetches, stores or reads files.
 */
export interface Strategy {
  readonly name: string
  judge(page: PageReading): Verdict
  score(links: readonly LinkReading[], from: JudgedPage): LinkScore[]
  /** Called once per fetched page, after it is safely stored, in completion order. */
  observe?(observation: Observation): void
  /** Choose up to `n` of the ready hosts' best links. Without it: highest score first, earlier discovery first among equals. */
  select?(heads: readonly Candidate[], n: number): Candidate[]
  snapshot?(): Json
  restore?(state: Json): void
}
