import { z } from 'zod'
import { readCapture } from '../archive/read-capture.ts'
import type { UrlId } from '../model/crawl.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import type { Reads } from '../store/reads.ts'

/** The strategy that judged a page, and the origin of this information. */
export interface JudgingStrategy extends StrategySpec {
  /** `page`: archived with the page; `last-run`: the page has no such note, and the last run used this strategy. */
  readonly from: 'page' | 'last-run'
}

const NOTE = z.object({
  verdict: z.object({ strategy: z.string(), options: z.record(z.string(), z.unknown()).default({}) }),
})

/** Null if the page has no note of its own and no run was recorded. Runs may differ, so the note archived with the page comes first. */
export async function judgingStrategy(
  reads: Pick<Reads, 'captureOf' | 'strategy'>,
  archiveDir: string,
  id: UrlId,
): Promise<JudgingStrategy | null> {
  const copy = await reads.captureOf(id)
  // A missing or damaged record is reported by `verify`; the last run is still known.
  const noted = copy && (await readCapture(archiveDir, copy).catch(() => null))?.note
  const note = noted && NOTE.safeParse(jsonOf(noted.block))
  if (note?.success)
    return { name: note.data.verdict.strategy, options: note.data.verdict.options, from: 'page' }
  const last = await reads.strategy()
  return last && { ...last, from: 'last-run' }
}

function jsonOf(block: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(block).toString())
  } catch {
    return null
  }
}
