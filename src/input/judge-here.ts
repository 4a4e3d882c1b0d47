import { judgePage, type PageToJudge } from '../library/judge-page.ts'
import type { PageLine } from '../library/page-line.ts'
import type { EventModel } from '../model/event.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import { createGeoparser } from '../place/geoparser.ts'
import { loadGazetteer } from '../place/load-gazetteer.ts'
import { createStrategy } from '../score/registry.ts'

/** What pages are judged by. */
export interface JudgeSetup {
  readonly event: EventModel
  readonly strategy: StrategySpec
  /** Path of the gazetteer. */
  readonly gazetteer: string
}

/** Judges pages in this process, where nothing interrupts one that takes too long. */
export function judgeHere({ event, strategy: spec, gazetteer }: JudgeSetup): (page: PageToJudge) => PageLine {
  const strategy = createStrategy(spec.name, { event, random: Math.random }, spec.options)
  const geoparser = createGeoparser(loadGazetteer(gazetteer), {
    favour: event.where.map(({ place }) => place),
  })
  return (page) => judgePage(page, strategy, { geoparser })
}
