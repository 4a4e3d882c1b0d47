import { PagePool, type PagePoolOptions } from '../crawl/reading/page-pool.ts'
import type { PageToJudge } from '../library/judge-page.ts'
import type { PageLine } from '../library/page-line.ts'
import type { Entry } from '../process/fork-entry.ts'
import { type JudgeSetup, judgeHere } from './judge-here.ts'

export interface PageJudge {
  /** How many pages to give at a time, so that no process is idle. */
  readonly width: number
  /** A page that cannot be read fails with the code `reading`. */
  judge(page: PageToJudge): Promise<PageLine>
  close(): Promise<void>
}

const PROGRAM: Entry = {
  caller: import.meta.url,
  source: './judging-worker.ts',
  bundle: './judging-worker.js',
}

/** Reads and judges pages in processes, like `openPageReader`; with 0 `workers` in this process. */
export function openPageJudge(setup: JudgeSetup, options: PagePoolOptions = {}): PageJudge {
  if (options.workers === 0) {
    const judge = judgeHere(setup)
    return { width: 1, judge: async (page) => judge(page), close: async () => {} }
  }
  const pool = new PagePool<JudgeSetup, PageToJudge, PageLine>(PROGRAM, setup, options)
  return {
    width: pool.width,
    // Not the other fields of a line, which are only passed through.
    judge: ({ input, title, date, status, warc }) => pool.run({ input, title, date, status, warc }),
    close: () => pool.close(),
  }
}
