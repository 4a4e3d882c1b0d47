import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Field } from '../../design/field.tsx'
import { languageText } from '../../design/format.ts'
import type { EventEditor } from './use-event-editor.ts'

/** `zh` as "Chinese (zh)". */
function languageLabel(code: string): string {
  const name = languageText(code)
  return name === code ? code : `${name} (${code})`
}

/** Languages of the pages to find, as two-letter codes. */
export function LanguageBox({
  editor,
  disabled,
}: {
  readonly editor: EventEditor
  readonly disabled: boolean
}) {
  const { draft, change } = editor
  const [typed, setTyped] = useState('')
  const code = typed.trim().toLowerCase()
  const error =
    code.length > 1 && !/^[a-z]{2}$/.test(code) ? 'Enter a two-letter code such as en or zh.' : null
  const add = () => {
    if (!/^[a-z]{2}$/.test(code)) return
    if (!draft.languages.includes(code)) change({ languages: [...draft.languages, code] })
    setTyped('')
  }
  return (
    <div className="stack tight">
      {!disabled && (
        <Field
          label="Add a language"
          hint="Two-letter code such as en or zh. Without any, pages in all languages count."
          error={error}
        >
          {(control) => (
            <span className="row nowrap">
              <input
                {...control}
                className="input language"
                value={typed}
                maxLength={8}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  add()
                }}
              />
              <Button onClick={add} disabled={!/^[a-z]{2}$/.test(code)}>
                Add
              </Button>
            </span>
          )}
        </Field>
      )}
      <div className="row">
        {draft.languages.map((language) => {
          const remove = {
            onRemove: () => change({ languages: draft.languages.filter((one) => one !== language) }),
            removeLabel: `Remove ${languageLabel(language)}`,
          }
          return (
            <Chip key={language} {...(!disabled && remove)}>
              {languageLabel(language)}
            </Chip>
          )
        })}
      </div>
    </div>
  )
}
