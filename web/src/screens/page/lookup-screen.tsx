import { Redirect, useSearchParams } from 'wouter'
import './page.css'
import type { Reply } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../design/button.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { describeError } from '../crawl/describe-error.ts'

type Lookup = Reply<'GET /api/collections/:id/lookup'>

/** A URL in a collection: opens its page, or says that there is none. Links in archived pages lead here. */
export function LookupScreen({ collection = '' }: { readonly collection?: string }) {
  const [search] = useSearchParams()
  const url = search.get('url') ?? ''
  const { data, problem, reload } = useCall(
    'GET /api/collections/:id/lookup',
    url === '' ? null : { params: { id: collection }, query: { url } },
  )
  if (data && data.page !== null) {
    const show = data.archived ? '?show=copy' : ''
    return <Redirect replace to={`/c/${encodeURIComponent(collection)}/pages/${data.page}${show}`} />
  }
  return (
    <>
      <ScreenHead title="Link to another page" />
      {problem && <Problem problem={problem} onRetry={reload} />}
      {url !== '' && !data && !problem && <Skeleton label="Looking for the page" lines={3} />}
      {url === '' && (
        <Empty title="No address given">
          <p>Open a link in the archived copy of a page.</p>
        </Empty>
      )}
      {data && (
        <Empty title="Not in this collection">
          <p>
            <code className="looked-up">{url}</code>
          </p>
          <p>{whyAbsent(data)}</p>
          <Button onClick={() => history.back()}>Back</Button>
        </Empty>
      )}
    </>
  )
}

function whyAbsent({ state, reason }: Lookup): string {
  if (state === 'waiting') return 'The crawl has found this address but has not visited it yet.'
  if (reason === null || state === 'unknown') return 'No crawl of this collection has found this address.'
  return `The crawl has found this address, but did not store a page: ${describeError(reason).meaning}.`
}
