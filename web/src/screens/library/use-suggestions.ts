import type { Reply } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { plural } from '../../design/format.ts'
import { useDebounced } from '../../design/use-debounced.ts'
import { type Completion, OPERATORS, type Operator, quoted } from './completion.ts'

export interface Suggestion {
  /** What is put into the box. */
  readonly word: string
  readonly label: string
  readonly hint: string
}

type Facets = Reply<'GET /api/facets'>

const FACET_OF: ReadonlyMap<Operator, keyof Facets> = new Map([
  ['site:', 'source'],
  ['lang:', 'language'],
  ['who:', 'who'],
  ['kind:', 'kind'],
  ['inclass:', 'collection'],
])
const FIXED: ReadonlyMap<Operator, readonly string[]> = new Map([
  ['verdict:', ['kept', 'rejected', 'all', 'accepted', 'curated']],
  ['within:', ['10km', '25km', '50km', '100km', '250km']],
])
const MAX = 8
const TYPING_MS = 150

/** Completions of the word at the caret: operators, values of the pages found, places of the gazetteer. */
export function useSuggestions(
  completion: Completion | null,
  facets: Facets | undefined,
): readonly Suggestion[] {
  const operator = completion?.operator ?? null
  const wantsPlace = operator === 'place:' || operator === 'near:'
  const typed = useDebounced(wantsPlace ? (completion?.typed ?? '') : '', TYPING_MS)
  const places = useCall(
    'GET /api/places',
    typed ? { query: { q: typed.slice(0, 100), limit: MAX } } : null,
    {
      keep: true,
    },
  )
  if (!completion) return []
  if (operator === null) {
    const word = completion.typed.toLowerCase()
    return OPERATORS.filter(({ name }) => name.startsWith(word)).map(({ name, hint, example }) => ({
      word: name,
      label: name,
      hint: `${hint}, e.g. ${example}`,
    }))
  }
  if (wantsPlace) {
    const found = typed && completion.typed ? (places.data?.places ?? []) : []
    return found.map(({ name, within }) => ({ word: operator + quoted(name), label: name, hint: within }))
  }
  const begins = completion.typed.toLowerCase()
  const fixed = FIXED.get(operator)
  if (fixed) {
    return fixed
      .filter((value) => value.startsWith(begins) && value !== begins)
      .map((value) => ({ word: operator + value, label: value, hint: '' }))
  }
  const facet = FACET_OF.get(operator)
  const known = facet && facets ? facets[facet] : []
  return known
    .filter(
      ({ value, label }) => value.toLowerCase().includes(begins) || label.toLowerCase().includes(begins),
    )
    .slice(0, MAX)
    .map(({ value, label, count }) => ({
      word: operator + quoted(facet === 'collection' ? label : value),
      label: label || value,
      hint: plural(count, 'page'),
    }))
}
