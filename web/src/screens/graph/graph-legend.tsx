import { STANDING_LABELS, STANDINGS, type Standing } from './graph-data.ts'

/** What the shapes and colours mean. */
export function GraphLegend() {
  return (
    <ul className="row graph-legend small">
      {STANDINGS.map((standing) => (
        <li key={standing} className="row">
          <Shape standing={standing} />
          {STANDING_LABELS[standing]}
        </li>
      ))}
      <li className="muted">larger: more pages fetched</li>
    </ul>
  )
}

function Shape({ standing }: { readonly standing: Standing }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      className={`graph-shape is-${standing}`}
    >
      {standing === 'rejected' && <rect x="3" y="3" width="10" height="10" />}
      {standing === 'unseen' && <path d="M8 2L14 8L8 14L2 8Z" />}
      {(standing === 'kept' || standing === 'mixed') && <circle cx="8" cy="8" r="6" />}
      {standing === 'mixed' && <path className="half" d="M8 2a6 6 0 0 0 0 12z" />}
    </svg>
  )
}
