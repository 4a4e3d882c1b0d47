import { lazy, Suspense } from 'react'
import { useAbout } from '../api/about.tsx'
import { Skeleton } from '../design/states.tsx'
import type { WorldMapProps } from './world-map.tsx'

const Loaded = lazy(async () => ({ default: (await import('./world-map.tsx')).WorldMap }))

/** The map, loaded when it is first shown: it weighs more than all the rest of a screen. */
export function LazyMap(props: Omit<WorldMapProps, 'tiles'>) {
  const about = useAbout()
  // Whose picture of the world it is must be known before the first is drawn.
  if (!about) return <Skeleton label="Loading the map" lines={6} />
  return (
    <Suspense fallback={<Skeleton label="Loading the map" lines={6} />}>
      <Loaded {...props} tiles={about.tiles} />
    </Suspense>
  )
}
