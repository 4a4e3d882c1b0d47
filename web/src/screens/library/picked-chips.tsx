import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { dayText, languageText } from '../../design/format.ts'
import { type Filters, NO_FILTERS } from './filters.ts'
import type { FiltersState } from './use-filters.ts'

interface Props extends FiltersState {
  /** Names of places and collections by their ids. */
  readonly nameOf: (key: 'place' | 'in', id: string) => string
}

interface Picked {
  readonly key: string
  readonly what: string
  readonly name: string
  readonly without: Partial<Filters>
}

const LISTS = [
  { key: 'in', what: 'Collection' },
  { key: 'site', what: 'Source' },
  { key: 'place', what: 'Place' },
  { key: 'lang', what: 'Language' },
  { key: 'kind', what: 'Kind' },
] as const

function pickedOf(filters: Filters, nameOf: Props['nameOf']): Picked[] {
  const lists = LISTS.flatMap(({ key, what }) =>
    filters[key].map((value): Picked => {
      const name =
        key === 'lang' ? languageText(value) : key === 'place' || key === 'in' ? nameOf(key, value) : value
      return {
        key: `${key} ${value}`,
        what,
        name,
        without: { [key]: filters[key].filter((one) => one !== value) },
      }
    }),
  )
  const single: Picked[] = []
  if (filters.who) single.push({ key: 'who', what: 'Who', name: filters.who, without: { who: '' } })
  if (filters.verdict !== 'kept') {
    const name = filters.verdict === 'all' ? 'all fetched pages' : 'not kept'
    single.push({ key: 'verdict', what: 'Verdict', name, without: { verdict: 'kept' } })
  }
  if (filters.from || filters.to) {
    const name = `${filters.from ? dayText(filters.from) : '…'} – ${filters.to ? dayText(filters.to) : '…'}`
    single.push({ key: 'days', what: 'Dates', name, without: { from: '', to: '' } })
  }
  if (filters.box)
    single.push({ key: 'box', what: 'Area', name: 'selected on the map', without: { box: null } })
  return [...lists, ...single]
}

/** Every active filter besides the query text, each with a button to remove it. */
export function PickedChips({ filters, change, nameOf }: Props) {
  const picked = pickedOf(filters, nameOf)
  if (picked.length === 0) return null
  const all: Partial<Filters> = {
    ...NO_FILTERS,
    q: filters.q,
    sort: filters.sort,
    topics: filters.topics,
  }
  return (
    <ul className="picked row" aria-label="Active filters">
      {picked.map(({ key, what, name, without }) => (
        <li key={key}>
          <Chip tone="accent" onRemove={() => change(without)} removeLabel={`Remove ${what}: ${name}`}>
            {what}: <bdi>{name}</bdi>
          </Chip>
        </li>
      ))}
      {picked.length > 1 && (
        <li>
          <Button look="quiet" onClick={() => change(all)}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  )
}
