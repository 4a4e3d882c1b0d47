import { useState } from 'react'
import { routeUrl } from '../../api/client.ts'
import { Icon } from '../../design/icon.tsx'
import { apiQuery, type Filters } from './filters.ts'

const FORMATS = [
  { format: 'csv', title: 'CSV', hint: 'for spreadsheets' },
  { format: 'jsonl', title: 'JSON lines', hint: 'all fields, one page per line' },
  { format: 'geojson', title: 'GeoJSON', hint: 'the places, for maps' },
  { format: 'parquet', title: 'Parquet', hint: 'for data tools' },
  { format: 'urls', title: 'URLs', hint: 'one per line' },
  { format: 'warc', title: 'WARC', hint: 'the archived copies' },
  { format: 'wacz', title: 'WACZ', hint: 'the archived copies with an index' },
] as const

/** Exports all pages found, in any format. */
export function ExportMenu({ filters }: { readonly filters: Filters }) {
  const [open, setOpen] = useState(false)
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
        {FORMATS.map(({ format, title, hint }) => (
          <li key={format}>
            <a href={routeUrl('GET /api/export', { query: { ...apiQuery(filters), format } })} download>
              {title} <span className="muted small">{hint}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
