import { z } from 'zod'
import type { Lease } from '../model/crawl.ts'
import type { Json } from '../model/json.ts'
import type { PageReading } from '../model/page.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import type { Evidence, Verdict } from '../model/verdict.ts'
import type { Store } from '../store/store.ts'

const FORMAT = 'eventide-capture-1'

const evidence = z.record(
  z.string(),
  z.object({
    value: z.number().nullable(),
    weight: z.number(),
    because: z.array(z.string()),
    elsewhere: z.boolean().optional(),
    length: z.number().optional(),
  }),
)

/** What a judged page adds to the note on its capture. */
interface JudgedReading {
  readonly page: PageReading
  readonly verdict: Verdict
  /** The strategy that judged, with the options that differ from their defaults. */
  readonly strategy: StrategySpec
  /** `plain`, `drawn` (rendered by a browser), or why it was not rendered. */
  readonly shown: string
  /** The robots.txt rule that allowed the fetch; null when no rule applies. */
  readonly allowedBy: string | null
}

/**
 * The metadata archived with a capture, so that the WARC files alone document why the page was fetched, by which path
 * it was found, what was decided about it and how its bytes were decoded.
 */
export async function captureNote(
  lease: Lease,
  store: Pick<Store, 'pathTo'>,
  judged?: JudgedReading,
): Promise<Json> {
  const { canonicalUrl, score, evidence, depth, redirects } = lease
  const path = await store.pathTo(lease.id)
  const link = { canonicalUrl, score, depth, redirects, path, evidence: plain(evidence) }
  return { format: FORMAT, link, ...(judged ? judgement(judged) : {}) }
}

/** A note as it is read from the archive again. */
export interface CaptureNote {
  readonly link: {
    readonly canonicalUrl: string
    readonly score: number
    readonly depth: number
    readonly redirects: number
    /** Canonical URLs from the seed to the page that led here. */
    readonly path: readonly string[]
    readonly evidence: Evidence
  }
  /** Null when the response was not a page. */
  readonly verdict: Verdict | null
  /** The robots.txt rule that let it be fetched. */
  readonly allowedBy: string | null
}

const link = z.object({
  canonicalUrl: z.string(),
  score: z.number(),
  depth: z.number().int().min(0),
  redirects: z.number().int().min(0),
  path: z.array(z.string()),
  evidence,
})

const noted = z.object({
  format: z.literal(FORMAT),
  link,
  verdict: z.object({ relevance: z.number(), relevant: z.boolean(), evidence }).nullable().default(null),
  robots: z.object({ allowedBy: z.string().nullable().default(null) }).optional(),
})

/** The note that `captureNote` wrote; undefined when it is something else. */
export function captureNoteIn(json: unknown): CaptureNote | undefined {
  const read = noted.safeParse(json)
  if (!read.success) return undefined
  return {
    link: read.data.link,
    verdict: read.data.verdict,
    allowedBy: read.data.robots?.allowedBy ?? null,
  }
}

/** Whether a note says that its capture is a robots.txt. */
export function isRobotsNote(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'robots' in json && !('link' in json)
}

function judgement({ page, verdict, strategy, shown, allowedBy }: JudgedReading) {
  const { relevance, relevant, evidence } = verdict
  const { title, language, charset, charsetFrom, published, publishedFrom, truncated } = page
  return {
    verdict: {
      strategy: strategy.name,
      ...optionsOf(strategy),
      relevance,
      relevant,
      evidence: plain(evidence),
    },
    reading: { title, language, charset, charsetFrom, published, publishedFrom, truncated, shown },
    robots: { allowedBy, because: [...page.robots.because] },
  }
}

function optionsOf({ options }: StrategySpec): { options?: Json } {
  return Object.keys(options).length === 0 ? {} : { options: options as Json }
}

function plain(evidence: Evidence): Json {
  const parts = Object.entries(evidence).map(([name, { value, weight, because, elsewhere, length }]) => [
    name,
    {
      ...{ value, weight, because: [...because] },
      ...(elsewhere !== undefined && { elsewhere }),
      ...(length !== undefined && { length }),
    },
  ])
  return Object.fromEntries(parts)
}
