import type { PageInput } from '../../page/read-page.ts'

/** Read before any other, so that dictionaries are loaded while no host is kept waiting and no time limit runs. */
export const FIRST_PAGE: PageInput = {
  url: 'http://localhost/',
  contentType: 'text/html',
  body: Buffer.from(
    '<p>The first page is read before the first request, so that the second is read at once.</p>',
  ),
}
