import { TARGET_AREA } from './areas.ts'
import { isoDay } from './calendar.ts'
import type { NewsTopic } from './news-topics.ts'

/** Warnings begin this many days before landfall. */
const WARNING_DAYS = 4

/** The target event as a journalist would describe it to the crawler: general words, its name, the towns, the day it began. */
export function eventText(target: NewsTopic, seeds: readonly string[]): string {
  const [first, second] = TARGET_AREA.towns
  return `name: Typhoon ${target.name}
what:
  typhoon: { weight: 1, synonyms: [台风, bagyo, tifón] }
  ${target.name.toLowerCase()}: { weight: 0.8, synonyms: [${target.zhName}] }
  storm surge: { weight: 0.5, synonyms: [风暴潮] }
  landfall: { weight: 0.5, synonyms: [登陆] }
  evacuation: { weight: 0.4, synonyms: [疏散] }
  relief: { weight: 0.4, synonyms: [救灾] }
  rescue: { weight: 0.35, synonyms: [救援] }
  flooding: { weight: 0.25, synonyms: [洪水] }
  survivors: { weight: 0.2, synonyms: [灾民] }
  coast guard: 0.15
where:
  ${TARGET_AREA.province}: 1
  ${first}: 0.8
  ${second}: 0.5
  ${TARGET_AREA.country}: 0.6
when: { start: ${isoDay(target.peak - WARNING_DAYS)} }
languages: [en, zh]
seeds:
${seeds.map((seed) => `  - ${seed}`).join('\n')}
`
}
