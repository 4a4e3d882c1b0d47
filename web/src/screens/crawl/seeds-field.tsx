import { Field } from '../../design/field.tsx'
import { count } from '../../design/format.ts'
import { MAX_SEEDS, readSeeds } from './seed-lines.ts'

interface SeedsFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly disabled: boolean
}

/** Addresses to begin with: pasted, one to a line. */
export function SeedsField({ text, onChange, disabled }: SeedsFieldProps) {
  const { seeds, odd } = readSeeds(text)
  const wrong =
    odd.length > 0
      ? `${count(odd.length)} of these lines ${odd.length === 1 ? 'is' : 'are'} no web address: ${odd[0]!.slice(0, 80)}`
      : seeds.length > MAX_SEEDS
        ? `At most ${count(MAX_SEEDS)} at a time.`
        : null
  return (
    <Field
      label="Seeds to add"
      hint={
        seeds.length === 0
          ? 'Addresses of pages about the event, one to a line.'
          : `${count(seeds.length)} addresses.`
      }
      wrong={wrong}
    >
      {(control) => (
        <textarea
          {...control}
          className="input code"
          rows={5}
          spellCheck={false}
          placeholder="https://news.example/story"
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
