import { count, dayText } from '../design/format.ts'

interface Props {
  readonly caption: string
  readonly series: readonly string[]
  readonly rows: readonly { readonly head: string; readonly values: readonly number[] }[]
  readonly valueText?: (value: number) => string
}

/** Longer tables are cut; the export has every row. */
const MAX_ROWS = 400

/** The numbers of a chart as a table; rows without any are omitted. */
export function ChartTable({ caption, series, rows, valueText = count }: Props) {
  const filled = rows.filter((row) => row.values.some((value) => value !== 0))
  return (
    <details className="chart-table">
      <summary>Show as table</summary>
      <section className="table-frame" aria-label={caption} tabIndex={0}>
        <table className="table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              {series.map((name) => (
                <th scope="col" className="end" key={name}>
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {filled.slice(0, MAX_ROWS).map((row) => (
              <tr key={row.head}>
                <th scope="row">{dayText(row.head)}</th>
                {series.map((name, index) => (
                  <td className="end" key={name}>
                    {valueText(row.values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {filled.length > MAX_ROWS && <p className="muted">Showing the first {MAX_ROWS} rows.</p>}
    </details>
  )
}
