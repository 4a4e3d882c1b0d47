import { count, dayText } from '../design/format.ts'

interface Props {
  readonly caption: string
  readonly series: readonly string[]
  readonly rows: readonly { readonly head: string; readonly values: readonly number[] }[]
  readonly valueText?: (value: number) => string
}

/** More rows than this are no reading matter; the export has them. */
const MAX_ROWS = 400

/** The numbers of a chart, for those who would rather read them; rows without any are left out. */
export function ChartTable({ caption, series, rows, valueText = count }: Props) {
  const told = rows.filter((row) => row.values.some((value) => value !== 0))
  return (
    <details className="chart-table">
      <summary>As a table</summary>
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
            {told.slice(0, MAX_ROWS).map((row) => (
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
      {told.length > MAX_ROWS && <p className="muted">The first {MAX_ROWS} rows.</p>}
    </details>
  )
}
