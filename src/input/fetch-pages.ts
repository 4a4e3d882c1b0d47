import type { Fetcher } from '../fetch/fetcher.ts'
import { fetchedPage } from './fetched-page.ts'
import type { MissingPage, SourcedPage } from './sourced-page.ts'
import { isWebUrl } from './url-list.ts'

/** Maximum number of concurrent fetches, each from a different host; requests to one host are sequential. */
const MAX_CONCURRENT = 8

/** Fetches pages and yields them in the order of their URLs. A page that cannot be fetched is yielded with the reason. */
export async function* fetchPages(
  urls: readonly string[],
  fetcher: Fetcher,
  signal: AbortSignal,
): AsyncGenerator<SourcedPage | MissingPage> {
  const coming: Promise<SourcedPage | MissingPage>[] = []
  const next = () => {
    const url = urls[coming.length]
    if (url === undefined) return
    const page = isWebUrl(url)
      ? fetchedPage(url, fetcher, signal)
      : Promise.resolve({ url, problem: 'it is not an http or https URL' })
    // A rejection is reported when the page is awaited; until then it must not end the process.
    page.catch(() => {})
    coming.push(page)
  }
  for (let i = 0; i < MAX_CONCURRENT; i++) next()
  for (let i = 0; i < urls.length; i++) {
    const page = coming[i]
    if (!page) return
    yield await page
    next()
  }
}
