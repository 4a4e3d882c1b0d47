import { type ComponentType, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { AboutProvider } from './api/about.tsx'
import { Announcer } from './design/announce.tsx'
import { Empty, Skeleton } from './design/states.tsx'
import { guardedNavigation } from './shell/guard.ts'
import { Rail } from './shell/rail.tsx'
import { RoomBoundary } from './shell/room-boundary.tsx'
import { RoomHead } from './shell/room-head.tsx'
import { ShortcutList } from './shell/shortcut-list.tsx'
import { useShortcuts } from './shell/shortcuts.ts'

interface RoomProps {
  readonly collection?: string
  readonly page?: string
}

/** A room is loaded when it is first entered. */
function room<K extends string>(load: () => Promise<Record<K, ComponentType<RoomProps>>>, name: K) {
  return lazy(async () => ({ default: (await load())[name] }))
}

const ROOMS = [
  { path: '/', Room: room(() => import('./rooms/home/home-room.tsx'), 'HomeRoom') },
  { path: '/events/new', Room: room(() => import('./rooms/event/event-room.tsx'), 'EventRoom') },
  { path: '/c/:collection/event', Room: room(() => import('./rooms/event/event-room.tsx'), 'EventRoom') },
  { path: '/c/:collection/crawl', Room: room(() => import('./rooms/crawl/crawl-room.tsx'), 'CrawlRoom') },
  { path: '/library', Room: room(() => import('./rooms/library/library-room.tsx'), 'LibraryRoom') },
  { path: '/c/:collection/pages/:page', Room: room(() => import('./rooms/page/page-room.tsx'), 'PageRoom') },
  {
    path: '/c/:collection/sources',
    Room: room(() => import('./rooms/sources/sources-room.tsx'), 'SourcesRoom'),
  },
  { path: '/c/:collection/map', Room: room(() => import('./rooms/map/map-room.tsx'), 'MapRoom') },
  {
    path: '/c/:collection/timeline',
    Room: room(() => import('./rooms/timeline/timeline-room.tsx'), 'TimelineRoom'),
  },
  { path: '/c/:collection/graph', Room: room(() => import('./rooms/graph/graph-room.tsx'), 'GraphRoom') },
  {
    path: '/c/:collection/summary',
    Room: room(() => import('./rooms/summary/summary-room.tsx'), 'SummaryRoom'),
  },
  { path: '/compare', Room: room(() => import('./rooms/compare/compare-room.tsx'), 'CompareRoom') },
  { path: '/lab', Room: room(() => import('./rooms/lab/lab-room.tsx'), 'LabRoom') },
] as const

export function App() {
  return (
    <Router aroundNav={guardedNavigation}>
      <Announcer>
        <AboutProvider>
          <Frame />
        </AboutProvider>
      </Announcer>
    </Router>
  )
}

function Frame() {
  const [listed, setListed] = useState(false)
  const showList = useCallback(() => setListed(true), [])
  const hideList = useCallback(() => setListed(false), [])
  const shortcuts = useShortcuts(showList)
  return (
    <>
      <a className="skip" href="#room">
        Skip to the content
      </a>
      <div className="frame">
        <Rail onShortcuts={showList} />
        <Main />
      </div>
      <ShortcutList open={listed} onClose={hideList} shortcuts={shortcuts} />
    </>
  )
}

function Main() {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    // Another room begins at its top, for the keyboard and for the eye.
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [path])
  return (
    <main className="room" id="room" tabIndex={-1} ref={main}>
      <RoomBoundary key={path}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <Switch>
            {ROOMS.map(({ path: at, Room }) => (
              <Route key={at} path={at}>
                {(params: RoomProps) => <Room {...params} />}
              </Route>
            ))}
            <Route>
              <NoRoom />
            </Route>
          </Switch>
        </Suspense>
      </RoomBoundary>
    </main>
  )
}

function NoRoom() {
  return (
    <>
      <RoomHead title="Not found" />
      <Empty title="There is no room at this address">
        <p>Look at the address again, or begin at the home page.</p>
      </Empty>
    </>
  )
}
