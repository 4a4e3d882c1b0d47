import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { routeUrl } from '../../api/client.ts'
import { useLive } from '../../api/use-live.ts'
import { useTabVisible } from '../../api/use-tab-visible.ts'

/**
 * Opens links that are followed in the frame of an archived page. A frame in a sandbox cannot tell the application anything; the server,
 * which it asks for the link, does.
 */
export function useFollowedLinks(collection: string, page: number, visit: string): void {
  const [, go] = useLocation()
  const visible = useTabVisible()
  const path = routeUrl('GET /api/collections/:id/pages/:page/followed', {
    params: { id: collection, page },
    query: { visit },
  })
  const { data } = useLive(visible ? path : null, 'followed')
  useEffect(() => {
    if (data) go(`/c/${encodeURIComponent(collection)}/at?${new URLSearchParams({ url: data.url })}`)
  }, [data, collection, go])
}
