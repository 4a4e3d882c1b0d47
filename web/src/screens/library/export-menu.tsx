import { useState } from 'react'
import { useAbout } from '../../api/about.tsx'
import { routeUrl } from '../../api/client.ts'
import { Icon } from '../../design/icon.tsx'
import { apiQuery, type Filters } from './filters.ts'

/** Exports all pages found, in any format. */
export function ExportMenu({ filters }: { readonly filters: Filters }) {
  const [open, setOpen] = useState(false)
  const exportFormats = useAbout()?.exportFormats ?? []
  return (
    <details
      className="menu"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
    >
      <summary className="button">
        <Icon name="download" />
        Export
      </summary>
      <ul>
        {exportFormats.map(({ name: format, title, help }) => (
          <li key={format}>
            {/* Not `download`: a busy server answers with a page that says so. */}
            <a href={routeUrl('GET /api/export', { query: { ...apiQuery(filters), format } })}>
              {title} <span className="muted small">{help}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
