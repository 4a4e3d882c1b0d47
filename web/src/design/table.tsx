import { type ReactNode, useMemo, useState } from 'react'
import { Button } from './button.tsx'
import { count } from './format.ts'

export interface Column<R> {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: R) => ReactNode
  /** Makes the column sortable. Empty values come last in either direction. */
  readonly sort?: (row: R) => string | number | null
  /** Numbers: set to the right, and first sorted from the largest down. */
  readonly numeric?: boolean
}

interface TableProps<R> {
  /** What the table shows: read aloud; shown with `showCaption`. */
  readonly caption: string
  readonly showCaption?: boolean
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string | number
  /** Column sorted by at first; the order of `rows` if omitted. */
  readonly sortBy?: string
  /** Rows drawn at first; a button draws more. */
  readonly step?: number
}

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compare(a: string | number | null, b: string | number | null, down: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))
  return down ? -order : order
}

export function Table<R>({ caption, columns, rows, rowKey, sortBy, ...rest }: TableProps<R>) {
  const step = rest.step ?? 100
  const first = columns.find((column) => column.key === sortBy)
  const [order, setOrder] = useState({ key: sortBy, down: first?.numeric ?? false })
  const [shown, setShown] = useState(step)
  const sorted = useMemo(() => {
    const by = columns.find((column) => column.key === order.key)?.sort
    return by ? rows.toSorted((a, b) => compare(by(a), by(b), order.down)) : rows
  }, [columns, rows, order])
  const sortOn = (column: Column<R>) =>
    setOrder((before) => ({
      key: column.key,
      down: before.key === column.key ? !before.down : (column.numeric ?? false),
    }))
  return (
    <div className="stack tight">
      <section className="table-frame" aria-label={caption} tabIndex={0}>
        <table className="table">
          <caption className={rest.showCaption ? '' : 'unseen'}>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.key} column={column} order={order} onSort={() => sortOn(column)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <td key={column.key} className={column.numeric ? 'end' : ''}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown && (
        <div className="row">
          <Button onClick={() => setShown(shown + step * 5)}>Show more</Button>
          <span className="muted small">
            {count(shown)} of {count(rows.length)} shown
          </span>
        </div>
      )}
    </div>
  )
}

interface HeadProps<R> {
  readonly column: Column<R>
  readonly order: { readonly key: string | undefined; readonly down: boolean }
  readonly onSort: () => void
}

function Head<R>({ column, order, onSort }: HeadProps<R>) {
  const look = column.numeric ? 'end' : ''
  if (!column.sort) {
    return (
      <th scope="col" className={look}>
        {column.head}
      </th>
    )
  }
  const active = order.key === column.key
  const way = active ? (order.down ? 'descending' : 'ascending') : 'none'
  return (
    <th scope="col" className={look} aria-sort={way}>
      <button type="button" className="sort" onClick={onSort}>
        {column.head}
        <span className="way" aria-hidden="true">
          {active ? (order.down ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  )
}
