import { useState } from 'react'
import { address } from '../../api/client.ts'
import { Icon } from '../../design/icon.tsx'
import { askedOf, type Question } from './question.ts'

const FORMATS = [
  { format: 'csv', title: 'CSV', hint: 'for spreadsheets' },
  { format: 'jsonl', title: 'JSON lines', hint: 'everything, a page a line' },
  { format: 'geojson', title: 'GeoJSON', hint: 'the places, for maps' },
  { format: 'parquet', title: 'Parquet', hint: 'for data tools' },
  { format: 'urls', title: 'Addresses', hint: 'one a line' },
  { format: 'warc', title: 'WARC', hint: 'the archived copies' },
  { format: 'wacz', title: 'WACZ', hint: 'the archived copies, packed with an index' },
] as const

/** What is found at present, all of it, as a file. */
export function ExportMenu({ question }: { readonly question: Question }) {
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
            <a href={address('GET /api/export', { query: { ...askedOf(question), format } })} download>
              {title} <span className="muted small">{hint}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
