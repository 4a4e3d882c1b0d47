import type { ExpectedCapture } from '../../archive/expected-captures.ts'
import type { Store } from '../../store/store.ts'

/** The captures that the archive of a collection must contain, for `verifyArchive`. */
export async function* expectedCaptures(store: Pick<Store, 'captures'>): AsyncGenerator<ExpectedCapture> {
  for await (const { url, warc } of store.captures()) {
    const { payloadDigest, ...location } = warc
    yield { url, payloadDigest, location }
  }
}
