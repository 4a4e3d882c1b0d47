import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import type { Missing } from './draft.ts'
import type { Desk } from './use-desk.ts'
import { WeightedList } from './weighted-list.tsx'

interface WordsPartProps {
  readonly desk: Desk
  readonly missing: Missing
  readonly disabled: boolean
}

/** What happened: its name and the words that tell it from other events. */
export function WordsPart({ desk, missing, disabled }: WordsPartProps) {
  const { draft, change } = desk
  return (
    <Card title="What">
      <Field label="Name of the event" wrong={missing.name}>
        {(control) => (
          <input
            {...control}
            className="input"
            data-field="name"
            maxLength={200}
            value={draft.name}
            disabled={disabled}
            placeholder="such as Typhoon Haiyan"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <WeightedList
        noun="word"
        hint="Words or phrases in any language, several separated by commas. The weight says how telling each is."
        wrong={missing.what}
        list={draft.what}
        onChange={(what) => change({ what })}
        disabled={disabled}
      />
    </Card>
  )
}

/** Who took part. */
export function WhoPart({ desk, disabled }: { readonly desk: Desk; readonly disabled: boolean }) {
  return (
    <Card title="Who">
      <WeightedList
        noun="name"
        hint="People and organisations, if any are telling."
        list={desk.draft.who}
        onChange={(who) => desk.change({ who })}
        disabled={disabled}
      />
    </Card>
  )
}
