import type { Fetcher } from '../fetch/fetcher.ts'
import { headerValue } from '../http/headers.ts'
import { FetchFailure } from '../model/errors.ts'
import { robotsTagsOf } from '../page/robots-directives.ts'
import type { MissingPage, SourcedPage } from './sourced-page.ts'

/** Fetches one page; a failed fetch is a result, not an error. */
export async function fetchedPage(
  url: string,
  fetcher: Fetcher,
  signal?: AbortSignal,
): Promise<SourcedPage | MissingPage> {
  try {
    const { exchange, body } = await fetcher.fetch(url, signal)
    if (exchange.status !== 200) return { url, problem: `the server answered ${exchange.status}` }
    const header = (name: string) => headerValue(exchange.responseHeaders, name)
    return {
      input: {
        url,
        body,
        contentType: header('content-type') ?? '',
        lastModified: header('last-modified'),
        robotsTags: robotsTagsOf(exchange.responseHeaders),
      },
      status: exchange.status,
    }
  } catch (error) {
    if (error instanceof FetchFailure) return { url, problem: error.message }
    if (signal?.aborted) return { url, problem: new FetchFailure('timeout').message }
    throw error
  }
}
