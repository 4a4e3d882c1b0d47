import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Filters, readFilters, writeFilters } from './filters.ts'

export interface FiltersState {
  readonly filters: Filters
  /** Changes some filters. Any change but of the page goes back to the first page; `replace` adds no history entry. */
  readonly change: (to: Partial<Filters>, options?: { readonly replace?: boolean }) => void
}

/** The filters, kept in the URL: sharing, reloading and going back restore them. */
export function useFilters(): FiltersState {
  const search = useSearch()
  const [path, go] = useLocation()
  const filters = useMemo(() => readFilters(search), [search])
  const change = useCallback<FiltersState['change']>(
    (to, { replace = false } = {}) => {
      // The URL may have changed since this was rendered.
      const next = { ...readFilters(window.location.search), page: 1, ...to }
      const written = writeFilters(next)
      if (written === writeFilters(readFilters(window.location.search))) return
      go(written ? `${path}?${written}` : path, { replace })
    },
    [go, path],
  )
  return { filters, change }
}
