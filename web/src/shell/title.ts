import { useEffect } from 'react'

/** Names the tab after what is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Eventide` : 'Eventide'
  }, [title])
}
