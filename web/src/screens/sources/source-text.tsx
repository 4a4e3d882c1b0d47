import { Chip } from '../../design/chip.tsx'
import { count, dayText, score, share } from '../../design/format.ts'
import { errorsOf, type Source, type SourceColumn } from './source-columns.ts'

const TEXT: ReadonlyMap<string, (source: Source) => string> = new Map([
  ['yield', (s: Source) => (s.fetched === 0 ? '–' : share(s.yield))],
  ['importance', (s: Source) => score(s.importance)],
  ['errors', (s: Source) => count(errorsOf(s))],
  ['delayMs', (s: Source) => (s.delayMs === null ? '–' : `${count(s.delayMs)} ms`)],
])

/** A value of a source as it is shown. */
export function sourceText(source: Source, column: SourceColumn): string {
  const own = TEXT.get(column.key)
  if (own) return own(source)
  const value = column.value(source)
  if (value === null) return '–'
  return typeof value === 'number' ? count(value) : column.text ? value : dayText(value)
}

export function DecisionChip({ decision }: { readonly decision: Source['curated'] }) {
  if (decision === null) return null
  return <Chip tone={decision === 'accepted' ? 'good' : 'bad'}>{decision}</Chip>
}
