import { useRef } from 'react'

/** The value as it was before while it says the same: what hangs on it need not be done again. For small plain data. */
export function useSame<T>(value: T): T {
  const held = useRef(value)
  if (JSON.stringify(held.current) !== JSON.stringify(value)) held.current = value
  return held.current
}
