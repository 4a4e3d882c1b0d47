import type { Fetcher } from '../fetch/fetcher.ts'
import { fetchedPage } from './fetched-page.ts'
import type { MissingPage, SourcedPage } from './sourced-page.ts'
import { isWebUrl } from './url-list.ts'

/** Different hosts are asked at the same time, up to this many; one host is asked one thing after the other. */
const AT_ONCE = 8

/** Pages from the web in the order of their URLs, whatever order they arrive in; failures carry the reason. */
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
    // Whoever asks for this page hears of a failure; until then it must not end the process.
    page.catch(() => {})
    coming.push(page)
  }
  for (let i = 0; i < AT_ONCE; i++) next()
  for (let i = 0; i < urls.length; i++) {
    const page = coming[i]
    if (!page) return
    yield await page
    next()
  }
}
