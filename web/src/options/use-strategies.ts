import { useMemo } from 'react'
import { useCall } from '../api/use-call.ts'
import type { Strategy } from './strategy-form.ts'

export interface Strategies {
  /** Empty until they are loaded. */
  readonly list: readonly Strategy[]
  readonly defaultName: string
}

export function useStrategies(): Strategies {
  const { data } = useCall('GET /api/strategies', {})
  return useMemo(() => ({ list: data?.strategies ?? [], defaultName: data?.defaultStrategy ?? '' }), [data])
}
