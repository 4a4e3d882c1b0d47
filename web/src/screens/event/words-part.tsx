import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import type { Missing } from './draft.ts'
import type { EventEditor } from './use-event-editor.ts'
import { WeightedList } from './weighted-list.tsx'

interface WordsPartProps {
  readonly editor: EventEditor
  readonly missing: Missing
  readonly disabled: boolean
}

/** What happened: its name and the words that distinguish it from other events. */
export function WordsPart({ editor, missing, disabled }: WordsPartProps) {
  const { draft, change } = editor
  return (
    <Card title="What">
      <Field label="Event name" error={missing.name}>
        {(control) => (
          <input
            {...control}
            className="input"
            data-field="name"
            maxLength={200}
            value={draft.name}
            disabled={disabled}
            placeholder="e.g. Typhoon Haiyan"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <WeightedList
        noun="word"
        hint="Words or phrases in any language, separated by commas. A higher weight makes a word count more."
        error={missing.what}
        list={draft.what}
        onChange={(what) => change({ what })}
        disabled={disabled}
      />
    </Card>
  )
}

/** Who took part. */
export function WhoPart({ editor, disabled }: { readonly editor: EventEditor; readonly disabled: boolean }) {
  return (
    <Card title="Who">
      <WeightedList
        noun="name"
        hint="People and organisations that identify the event (optional)."
        list={editor.draft.who}
        onChange={(who) => editor.change({ who })}
        disabled={disabled}
      />
    </Card>
  )
}
