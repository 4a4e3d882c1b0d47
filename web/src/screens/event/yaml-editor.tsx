import { useRef } from 'react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import type { EventEditor } from './use-event-editor.ts'
import { offsetOf, yamlProblems } from './yaml-problems.ts'

/** The event file; it is updated by the form, and updates it. */
export function YamlEditor({
  editor,
  disabled,
}: {
  readonly editor: EventEditor
  readonly disabled: boolean
}) {
  const box = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const problems = editor.problem ? yamlProblems(editor.problem) : []
  const marked = new Set(editor.side === 'yaml' ? problems.map(({ line }) => line) : [])
  const lines = editor.yaml.split('\n')
  const goTo = (line: number, column: number) => {
    const offset = offsetOf(editor.yaml, line, column)
    box.current?.focus()
    box.current?.setSelectionRange(offset, offset)
  }
  return (
    <div className="stack tight">
      <Field
        label="event.yaml"
        hint={
          disabled
            ? undefined
            : 'The same event as in the form. Comments and anything the form does not show are kept.'
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
              value={editor.yaml}
              readOnly={disabled}
              aria-invalid={editor.side === 'yaml' && problems.length > 0 ? true : undefined}
              onScroll={(event) => {
                if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
              }}
              onChange={(event) => editor.writeYaml(event.target.value)}
            />
          </div>
        )}
      </Field>
      {problems.length > 0 && (
        <div className="notice bad" role="alert">
          <strong>Errors in the event</strong>
          <ul>
            {problems.map(({ line, column, message }) => (
              <li key={`${line} ${message}`}>
                {line !== null && editor.side === 'yaml' && (
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
