import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Field } from '../../design/field.tsx'
import { languageText } from '../../design/format.ts'
import type { Desk } from './use-desk.ts'

/** `zh` as "Chinese (zh)". */
function languageLabel(code: string): string {
  const name = languageText(code)
  return name === code ? code : `${name} (${code})`
}

/** Languages of the pages wanted, by their two letters. */
export function LanguageBox({ desk, disabled }: { readonly desk: Desk; readonly disabled: boolean }) {
  const { draft, change } = desk
  const [typed, setTyped] = useState('')
  const code = typed.trim().toLowerCase()
  const wrong =
    code.length > 1 && !/^[a-z]{2}$/.test(code) ? 'A language is written as two letters: en, zh.' : null
  const add = () => {
    if (!/^[a-z]{2}$/.test(code)) return
    if (!draft.languages.includes(code)) change({ languages: [...draft.languages, code] })
    setTyped('')
  }
  return (
    <div className="stack tight">
      {!disabled && (
        <Field label="Add a language" hint="Two letters, such as en or zh; none means any." wrong={wrong}>
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
            removeLabel: `Take out ${languageLabel(language)}`,
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
