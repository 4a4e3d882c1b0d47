import { type ComponentType, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { AboutProvider } from './api/about.tsx'
import { WriteAccessProvider } from './api/write-access.tsx'
import { Announcer } from './design/announce.tsx'
import { Empty, Skeleton } from './design/states.tsx'
import { collectionOf } from './shell/destinations.ts'
import { guardedNavigation } from './shell/guard.ts'
import { Rail } from './shell/rail.tsx'
import { ScreenBoundary } from './shell/screen-boundary.tsx'
import { ScreenHead } from './shell/screen-head.tsx'
import { ShortcutList } from './shell/shortcut-list.tsx'
import { useShortcuts } from './shell/shortcuts.ts'

interface ScreenProps {
  readonly collection?: string
  readonly page?: string
}

/** A screen is loaded when it is first opened. */
function screen<K extends string>(load: () => Promise<Record<K, ComponentType<ScreenProps>>>, name: K) {
  return lazy(async () => ({ default: (await load())[name] }))
}

const SCREENS = [
  { path: '/', Screen: screen(() => import('./screens/home/home-screen.tsx'), 'HomeScreen') },
  { path: '/events/new', Screen: screen(() => import('./screens/event/event-screen.tsx'), 'EventScreen') },
  {
    path: '/c/:collection/event',
    Screen: screen(() => import('./screens/event/event-screen.tsx'), 'EventScreen'),
  },
  {
    path: '/c/:collection/crawl',
    Screen: screen(() => import('./screens/crawl/crawl-screen.tsx'), 'CrawlScreen'),
  },
  { path: '/library', Screen: screen(() => import('./screens/library/library-screen.tsx'), 'LibraryScreen') },
  {
    path: '/c/:collection/pages/:page',
    Screen: screen(() => import('./screens/page/page-screen.tsx'), 'PageScreen'),
  },
  {
    path: '/c/:collection/at',
    Screen: screen(() => import('./screens/page/lookup-screen.tsx'), 'LookupScreen'),
  },
  {
    path: '/c/:collection/sources',
    Screen: screen(() => import('./screens/sources/sources-screen.tsx'), 'SourcesScreen'),
  },
  { path: '/c/:collection/map', Screen: screen(() => import('./screens/map/map-screen.tsx'), 'MapScreen') },
  {
    path: '/c/:collection/timeline',
    Screen: screen(() => import('./screens/timeline/timeline-screen.tsx'), 'TimelineScreen'),
  },
  {
    path: '/c/:collection/graph',
    Screen: screen(() => import('./screens/graph/graph-screen.tsx'), 'GraphScreen'),
  },
  {
    path: '/c/:collection/summary',
    Screen: screen(() => import('./screens/summary/summary-screen.tsx'), 'SummaryScreen'),
  },
  { path: '/compare', Screen: screen(() => import('./screens/compare/compare-screen.tsx'), 'CompareScreen') },
  { path: '/lab', Screen: screen(() => import('./screens/lab/lab-screen.tsx'), 'LabScreen') },
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
      <a className="skip" href="#screen">
        Skip to content
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
    // A new screen starts at its top, for the keyboard as well.
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [path])
  return (
    <main className="screen" id="screen" tabIndex={-1} ref={main}>
      <ScreenBoundary key={path}>
        <WriteAccessProvider collection={collectionOf(path)}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Switch>
              {SCREENS.map(({ path: at, Screen }) => (
                <Route key={at} path={at}>
                  {(params: ScreenProps) => <Screen {...params} />}
                </Route>
              ))}
              <Route>
                <NoScreen />
              </Route>
            </Switch>
          </Suspense>
        </WriteAccessProvider>
      </ScreenBoundary>
    </main>
  )
}

function NoScreen() {
  return (
    <>
      <ScreenHead title="Not found" />
      <Empty title="Page not found">
        <p>Check the URL, or start from the home page.</p>
      </Empty>
    </>
  )
}
