import { z } from 'zod'
import type { EventModel } from '../../../model/event.ts'
import type { Json } from '../../../model/json.ts'
import { drawSalt } from '../../features/keyed-random.ts'
import { ArchiveLists } from './archive-lists.ts'
import { DayOdds } from './day-odds.ts'
import { LogisticModel } from './logistic-model.ts'
import type { AdaptiveOptions } from './options.ts'
import { OtherWords } from './other-words.ts'
import { OutcomeRecords } from './outcome-records.ts'
import { PageRecord } from './page-record.ts'
import { SeenLinks } from './seen-links.ts'
import { SerialDays } from './serial-days.ts'
import { Sources } from './sources.ts'
import { StopRule } from './stop-rule.ts'
import { UrlFactsCache } from './url-facts.ts'
import { WordOdds } from './word-odds.ts'

/** Bounds memory to a few megabytes for any length of crawl. */
const MAX_PARENTS = 20_000
const MAX_SHAPES = 20_000

/** Everything the strategy has learned; changed only by observations. */
export class Knowledge {
  readonly words: WordOdds
  readonly others = new OtherWords()
  readonly days: DayOdds
  readonly serials = new SerialDays()
  readonly archives: ArchiveLists
  readonly chances: LogisticModel
  readonly pages: PageRecord
  readonly sources: Sources
  readonly stop: StopRule
  /** Outcomes of pages by the page that links to them, and by the shape of their URL. */
  readonly siblings = new OutcomeRecords(MAX_PARENTS)
  readonly shapes = new OutcomeRecords(MAX_SHAPES)
  /** Whether lists of a shape showed anything new. */
  readonly yields = new OutcomeRecords(MAX_SHAPES)
  readonly seen = new SeenLinks()
  readonly urls = new UrlFactsCache()
  salt: number
  order = 0

  constructor(event: EventModel, random: () => number, options: AdaptiveOptions) {
    this.words = new WordOdds(event)
    this.days = new DayOdds(event.when)
    this.archives = new ArchiveLists(this.days)
    this.chances = new LogisticModel(options.learning)
    this.pages = new PageRecord(this.words, this.days)
    this.sources = new Sources(options.exploration, options.sourceShare)
    this.stop = new StopRule(options.patience)
    this.salt = drawSalt(random)
  }

  snapshot(): Json {
    return {
      salt: this.salt,
      order: this.order,
      words: this.words.snapshot(),
      others: this.others.snapshot(),
      days: this.days.snapshot(),
      serials: this.serials.snapshot(),
      archives: this.archives.snapshot(),
      chances: this.chances.snapshot(),
      pages: this.pages.snapshot(),
      sources: this.sources.snapshot(),
      stop: this.stop.snapshot(),
      siblings: this.siblings.snapshot(),
      shapes: this.shapes.snapshot(),
      yields: this.yields.snapshot(),
      seen: this.seen.snapshot(),
    }
  }

  /** A state of another form is ignored. */
  restore(state: Json): void {
    const read = STATE.safeParse(state)
    if (!read.success) return
    const saved = read.data
    this.salt = saved.salt
    this.order = saved.order
    this.words.restore(saved.words)
    this.others.restore(saved.others)
    this.days.restore(saved.days)
    this.serials.restore(saved.serials)
    this.archives.restore(saved.archives)
    this.chances.restore(saved.chances)
    this.pages.restore(saved.pages)
    this.sources.restore(saved.sources)
    this.stop.restore(saved.stop)
    this.siblings.restore(saved.siblings)
    this.shapes.restore(saved.shapes)
    this.yields.restore(saved.yields)
    this.seen.restore(saved.seen)
  }
}

type OutcomeRow = [key: string | number, good: number, all: number]

function isOutcomeRow(row: unknown): row is OutcomeRow {
  if (!Array.isArray(row) || row.length !== 3) return false
  const [key, good, all] = row
  return (
    (typeof key === 'string' || typeof key === 'number') &&
    typeof good === 'number' &&
    typeof all === 'number'
  )
}

const NUMBERS = z.array(z.number())
/** There are tens of thousands when a crawl resumes: for 60,000 a loop takes 4 ms, zod 143. */
const RECORDS = z.custom<OutcomeRow[]>((value) => Array.isArray(value) && value.every(isOutcomeRow))
const STATE = z.object({
  salt: z.number(),
  order: z.number(),
  words: z.array(NUMBERS),
  others: RECORDS,
  days: z.object({ about: NUMBERS, other: NUMBERS, kept: NUMBERS, weight: z.number() }),
  serials: z.array(z.tuple([z.string(), z.number(), z.number(), NUMBERS])),
  archives: z.object({
    counts: NUMBERS,
    sources: z.array(z.tuple([z.string(), z.tuple([NUMBERS, NUMBERS, NUMBERS, z.number()])])),
  }),
  chances: z.array(z.tuple([z.number(), z.number()])),
  pages: z.object({ about: NUMBERS, other: NUMBERS, kept: z.number(), dropped: z.number() }),
  sources: z.object({
    kept: z.number(),
    fetched: z.number(),
    tried: z.number(),
    covering: z.number(),
    sources: z.array(z.json()),
  }),
  stop: NUMBERS,
  siblings: RECORDS,
  shapes: RECORDS,
  yields: RECORDS,
  seen: z.string(),
})
