import { Link } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { count, languageText, share } from '../../design/format.ts'

type Compared = Reply<'GET /api/compare'>['collections'][number]

interface Props {
  readonly collections: readonly Compared[]
  readonly nameOf: (id: string) => string
}

const FIGURES: readonly { readonly head: string; readonly of: (one: Compared) => string }[] = [
  { head: 'Pages kept', of: (one) => count(one.kept) },
  { head: 'Pages fetched', of: (one) => count(one.fetched) },
  { head: 'Harvest', of: (one) => share(one.harvest) },
  { head: 'Sources', of: (one) => count(one.sources) },
]

type Top = 'topSources' | 'topPlaces' | 'topWho' | 'languages'

const TOPS: readonly { readonly head: string; readonly key: Top; readonly param: string }[] = [
  { head: 'Top sources', key: 'topSources', param: 'site' },
  { head: 'Top places', key: 'topPlaces', param: 'place' },
  { head: 'Top names', key: 'topWho', param: 'who' },
  { head: 'Languages', key: 'languages', param: 'lang' },
]

/** A column for each collection; every value leads to its pages. */
export function SideBySide({ collections, nameOf }: Props) {
  return (
    <section className="table-frame" aria-label="Collections side by side" tabIndex={0}>
      <table className="table compare-table">
        <caption className="unseen">Collections side by side</caption>
        <thead>
          <tr>
            <td />
            {collections.map(({ id }) => (
              <th key={id} scope="col">
                <Link href={`/library?in=${encodeURIComponent(id)}`}>
                  <bdi>{nameOf(id)}</bdi>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(({ head, of }) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {collections.map((one) => (
                <td key={one.id} className="figures">
                  {of(one)}
                </td>
              ))}
            </tr>
          ))}
          {TOPS.map(({ head, key, param }) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {collections.map((one) => (
                <td key={one.id}>
                  <TopValues one={one} top={key} param={param} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TopValues({
  one,
  top,
  param,
}: {
  readonly one: Compared
  readonly top: Top
  readonly param: string
}) {
  if (one[top].length === 0) return <span className="muted">none</span>
  return (
    <ol>
      {one[top].map(({ value, label, count: pages }) => (
        <li key={value}>
          <Link href={`/library?${new URLSearchParams({ in: one.id, [param]: value })}`}>
            <bdi>{top === 'languages' ? languageText(value) : label || value}</bdi>
          </Link>{' '}
          <span className="muted figures">{count(pages)}</span>
        </li>
      ))}
    </ol>
  )
}
