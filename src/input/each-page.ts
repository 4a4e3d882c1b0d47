import { FetchFailure } from '../model/errors.ts'
import { inOrder } from '../process/in-order.ts'
import type { SkippedLines } from './skipped-lines.ts'
import type { MissingPage, SourcedPage } from './sourced-page.ts'
import { badLine } from './text-lines.ts'

/** What came of a page. */
export interface WorkedPage<Result> {
  readonly page: SourcedPage
  readonly result: Result
}

/**
 * Works on each page, on up to `width` of them at once, and yields the results in the order of the pages. A page that cannot be read is
 * skipped like an invalid line if it comes from a line, and yielded as missing otherwise.
 */
export async function* eachPage<Result>(
  pages: AsyncIterable<SourcedPage | MissingPage>,
  work: (page: SourcedPage) => Result | Promise<Result>,
  { width, lines }: { readonly width: number; readonly lines: SkippedLines },
): AsyncGenerator<WorkedPage<Result> | MissingPage> {
  const attempt = async (page: SourcedPage | MissingPage) => {
    if ('problem' in page) return page
    try {
      return { page, result: await work(page) }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { url: page.input.url, problem: error.message, where: page.where }
    }
  }
  for await (const done of inOrder(pages, attempt, width)) {
    if ('where' in done && done.where !== undefined) lines.skip(badLine(done.where, done.problem))
    else yield done
  }
}
