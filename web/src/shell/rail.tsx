import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useAbout } from '../api/about.tsx'
import { useCall } from '../api/use-call.ts'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { setTheme, type Theme, useTheme } from '../design/theme.ts'
import { collectionAt, type Destination, destinationAt, GENERAL, screensOf } from './destinations.ts'

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const
const THEME_ICON = { system: 'system', light: 'sun', dark: 'moon' } as const
const THEME_NAME: Record<Theme, string> = { system: 'system', light: 'light', dark: 'dark' }

/** The navigation: at the left, or on a phone behind a button at the top. */
export function Rail({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const [path] = useLocation()
  const search = useSearch()
  // The menu belongs to the URL it was opened at: navigating closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === path + search
  const here = destinationAt(path, search)
  const collection = collectionAt(path, search)
  const about = useAbout()
  const theme = useTheme()
  return (
    <header className="rail">
      <div className="rail-head">
        <Link href="/" className="brand">
          <Wave />
          Eventide
        </Link>
        <IconButton
          icon={open ? 'close' : 'menu'}
          label={open ? 'Close menu' : 'Open menu'}
          look="quiet"
          className="rail-menu"
          aria-expanded={open}
          aria-controls="rail-body"
          onClick={() => setOpenAt(open ? null : path + search)}
        />
      </div>
      <div className={open ? 'rail-body open' : 'rail-body'} id="rail-body">
        <nav aria-label="Main">
          <Destinations list={GENERAL} here={here} />
        </nav>
        {collection && <CollectionScreens collection={collection} here={here} />}
        <div className="rail-foot">
          {about && !about.mayWrite && (
            <span className="muted small">
              {about.readOnly === 'folder' ? 'Read-only folder' : 'Published library (read-only)'}
            </span>
          )}
          <div className="row">
            <IconButton
              icon={THEME_ICON[theme]}
              label={`Theme: ${THEME_NAME[theme]}. Change theme`}
              look="quiet"
              onClick={() => setTheme(NEXT_THEME[theme])}
            />
            <IconButton icon="keyboard" label="Keyboard shortcuts" look="quiet" onClick={onShortcuts} />
            {about?.hasLogin && (
              <IconButton icon="leave" label="Log out" look="quiet" onClick={() => void logOut()} />
            )}
          </div>
        </div>
      </div>
    </header>
  )
}

/** Reloads, so that nothing stays on the screen: the login form is shown next, or that the server cannot be reached. */
async function logOut(): Promise<void> {
  await fetch('/logout', { method: 'POST' }).catch(() => null)
  location.reload()
}

function CollectionScreens({ collection, here }: { readonly collection: string; readonly here: string }) {
  const { data } = useCall('GET /api/collections/:id', { params: { id: collection } })
  const name = data?.name || collection
  return (
    <nav aria-label={`Collection ${name}`}>
      <p className="rail-collection" title={name}>
        {name}
      </p>
      <Destinations list={screensOf(collection)} here={here} />
    </nav>
  )
}

function Destinations({ list, here }: { readonly list: readonly Destination[]; readonly here: string }) {
  return (
    <ul>
      {list.map((to) => (
        <li key={to.key}>
          <Link
            href={to.href}
            className="rail-link"
            aria-current={to.key === here ? 'page' : undefined}
            aria-keyshortcuts={`g ${to.letter}`}
          >
            <Icon name={to.icon} />
            {to.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Wave() {
  return (
    <svg className="icon-picture" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 4.500a3.500 3.500 0 1 0 .01 0M3 15c3-2.500 6-2.500 9 0s6 2.500 9 0M6 20c2-1.500 4-1.500 6 0s4 1.500 6 0" />
    </svg>
  )
}
