import { useRef } from 'react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import type { Desk } from './use-desk.ts'
import { offsetOf, yamlProblems } from './yaml-problems.ts'

/** The event file itself, beside the form and following it; editing it changes the form. */
export function YamlEditor({ desk, disabled }: { readonly desk: Desk; readonly disabled: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const problems = desk.problem ? yamlProblems(desk.problem) : []
  const marked = new Set(desk.side === 'yaml' ? problems.map(({ line }) => line) : [])
  const lines = desk.yaml.split('\n')
  const goTo = (line: number, column: number) => {
    const offset = offsetOf(desk.yaml, line, column)
    box.current?.focus()
    box.current?.setSelectionRange(offset, offset)
  }
  return (
    <div className="stack tight">
      <Field
        label="event.yaml"
        hint={
          disabled ? undefined : 'The same event as the form. Comments and what the form does not show stay.'
        }
      >
        {(control) => (
          <div className="yaml">
            <pre ref={gutter} aria-hidden="true">
              {lines.map((_, index) => `${marked.has(index + 1) ? '▸' : ''}${index + 1}`).join('\n')}
            </pre>
            <textarea
              {...control}
              ref={box}
              className="input code"
              spellCheck={false}
              wrap="off"
              rows={Math.min(Math.max(lines.length + 1, 12), 34)}
              value={desk.yaml}
              readOnly={disabled}
              aria-invalid={desk.side === 'yaml' && problems.length > 0 ? true : undefined}
              onScroll={(event) => {
                if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
              }}
              onChange={(event) => desk.writeYaml(event.target.value)}
            />
          </div>
        )}
      </Field>
      {problems.length > 0 && (
        <div className="notice bad" role="alert">
          <strong>The event cannot be read</strong>
          <ul>
            {problems.map(({ line, column, message }) => (
              <li key={`${line} ${message}`}>
                {line !== null && desk.side === 'yaml' && (
                  <Button look="quiet" className="slim" onClick={() => goTo(line, column)}>
                    line {line}
                  </Button>
                )}{' '}
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
