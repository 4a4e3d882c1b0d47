import type { NewItem } from '../model/crawl.ts'
import { EventideError } from '../model/errors.ts'
import { seedItem } from './links/link-items.ts'

/** Seeds as frontier items; throws at the first that is not an http or https URL. */
export function seedItems(urls: readonly string[]): NewItem[] {
  return urls.map((url) => {
    const item = seedItem(url)
    if (item) return item
    throw new EventideError(
      'bad-seed',
      `The seed ${url.slice(0, 200)} cannot be crawled: it is not an http or https URL`,
    )
  })
}
