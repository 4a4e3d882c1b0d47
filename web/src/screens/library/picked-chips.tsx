import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { dayText, languageText } from '../../design/format.ts'
import { NO_QUESTION, type Question } from './question.ts'
import type { Asking } from './use-question.ts'

interface Props extends Asking {
  /** Names of places and collections by their ids. */
  readonly nameOf: (key: 'place' | 'in', id: string) => string
}

interface Picked {
  readonly key: string
  readonly what: string
  readonly name: string
  readonly without: Partial<Question>
}

const LISTS = [
  { key: 'in', what: 'Collection' },
  { key: 'site', what: 'Source' },
  { key: 'place', what: 'Place' },
  { key: 'lang', what: 'Language' },
  { key: 'kind', what: 'Kind' },
] as const

function pickedOf(question: Question, nameOf: Props['nameOf']): Picked[] {
  const lists = LISTS.flatMap(({ key, what }) =>
    question[key].map((value): Picked => {
      const name =
        key === 'lang' ? languageText(value) : key === 'place' || key === 'in' ? nameOf(key, value) : value
      return {
        key: `${key} ${value}`,
        what,
        name,
        without: { [key]: question[key].filter((one) => one !== value) },
      }
    }),
  )
  const single: Picked[] = []
  if (question.who) single.push({ key: 'who', what: 'Who', name: question.who, without: { who: '' } })
  if (question.verdict !== 'kept') {
    const name = question.verdict === 'all' ? 'all fetched pages' : 'not kept'
    single.push({ key: 'verdict', what: 'Verdict', name, without: { verdict: 'kept' } })
  }
  if (question.from || question.to) {
    const name = `${question.from ? dayText(question.from) : '…'} – ${question.to ? dayText(question.to) : '…'}`
    single.push({ key: 'days', what: 'Days', name, without: { from: '', to: '' } })
  }
  if (question.box) single.push({ key: 'box', what: 'Area', name: 'as on the map', without: { box: null } })
  return [...lists, ...single]
}

/** Everything picked beside the box, each with a way to take it back. */
export function PickedChips({ question, change, nameOf }: Props) {
  const picked = pickedOf(question, nameOf)
  if (picked.length === 0) return null
  const all: Partial<Question> = {
    ...NO_QUESTION,
    q: question.q,
    sort: question.sort,
    topics: question.topics,
  }
  return (
    <ul className="picked row" aria-label="Picked filters">
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
