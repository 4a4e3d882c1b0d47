import { SOURCE_COLUMNS, type SortKey, type Source } from './source-columns.ts'
import { DecisionChip, sourceText } from './source-text.tsx'

export interface SourceOrder {
  readonly key: SortKey
  readonly way: 'up' | 'down'
}

interface SourcesTableProps {
  /** Sorted, and only those of the page shown. */
  readonly rows: readonly Source[]
  readonly order: SourceOrder
  readonly onSort: (key: SortKey) => void
  readonly onOpen: (source: Source) => void
}

export function SourcesTable({ rows, order, onSort, onOpen }: SourcesTableProps) {
  return (
    <div className="table-frame">
      <table className="table sources-table">
        <caption className="unseen">Sources of the collection</caption>
        <thead>
          <tr>
            {SOURCE_COLUMNS.map(({ key, name, help }) => {
              const active = order.key === key
              const way = active ? (order.way === 'up' ? 'ascending' : 'descending') : 'none'
              return (
                <th
                  key={key}
                  scope="col"
                  aria-sort={way}
                  className={key === 'source' ? '' : 'end'}
                  title={help}
                >
                  <button type="button" className="sort" onClick={() => onSort(key)}>
                    {name}
                    <span className="way" aria-hidden="true">
                      {active ? (order.way === 'up' ? '↑' : '↓') : ''}
                    </span>
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((source) => (
            <tr key={source.source}>
              {SOURCE_COLUMNS.map((column) =>
                column.key === 'source' ? (
                  <th key={column.key} scope="row">
                    <SourceName source={source} onOpen={onOpen} />
                  </th>
                ) : (
                  <td key={column.key} className="end">
                    {sourceText(source, column)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a narrow screen: one card per source. */
export function SourcesCards({ rows, onOpen }: Pick<SourcesTableProps, 'rows' | 'onOpen'>) {
  return (
    <ul className="sources-cards">
      {rows.map((source) => (
        <li key={source.source} className="card">
          <SourceName source={source} onOpen={onOpen} />
          <dl>
            {SOURCE_COLUMNS.filter(({ key }) => key !== 'source').map((column) => (
              <div key={column.key}>
                <dt>{column.name}</dt>
                <dd className="figures">{sourceText(source, column)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function SourceName({
  source,
  onOpen,
}: {
  readonly source: Source
  readonly onOpen: (source: Source) => void
}) {
  return (
    <span className="source-name">
      <button type="button" className="open-source" onClick={() => onOpen(source)}>
        <bdi>{source.source}</bdi>
      </button>{' '}
      <DecisionChip decision={source.curated} />
    </span>
  )
}
