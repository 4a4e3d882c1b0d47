import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { plural } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { readUrls, urlLinesError } from '../../design/url-lines.ts'
import type { Missing } from './draft.ts'
import type { EventEditor } from './use-event-editor.ts'

/** The server's limit for one draft. */
const MAX_MODEL_PAGES = 50

interface SeedsPartProps {
  readonly editor: EventEditor
  readonly missing: Missing
  readonly disabled: boolean
}

/** Where the crawl starts. */
export function SeedsPart({ editor, missing, disabled }: SeedsPartProps) {
  const { draft, change } = editor
  const lines = readUrls(draft.seeds).urls.length
  return (
    <Card title="Seeds" aside={<span className="muted small">{plural(lines, 'URL')}</span>}>
      <Field label="Pages to start from" hint="One URL per line." error={missing.seeds}>
        {(control) => (
          <textarea
            {...control}
            className="input code"
            rows={Math.min(Math.max(lines + 1, 3), 12)}
            spellCheck={false}
            value={draft.seeds}
            disabled={disabled}
            placeholder="https://www.example.org/report"
            onChange={(event) => change({ seeds: event.target.value })}
          />
        )}
      </Field>
    </Card>
  )
}

/** Pages about the event teach what it is about. */
export function LearnPart({ editor }: { readonly editor: EventEditor }) {
  const { draft } = editor
  const learning = useAction('POST /api/events/draft')
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const [failed, setFailed] = useState<readonly { url: string; message: string }[]>([])
  const lines = readUrls(text)
  const urls = [...lines.urls]
  const error = urlLinesError(lines, MAX_MODEL_PAGES)
  const learn = async () => {
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
    const read = await learning.run({
      body: {
        name: draft.name.trim() || 'New event',
        what: names(draft.what),
        where: names(draft.where),
        ...(draft.start && { start: draft.start }),
        ...(draft.end && { end: draft.end }),
        who: names(draft.who),
        languages: [...draft.languages],
        urls,
      },
    })
    if (!read) return
    setFailed(read.failed)
    const learned = urls.length - read.failed.length
    if (learned === 0) {
      announce('No page could be read, so nothing was learned.')
      return
    }
    // Seeds, strategy and judging are not learned, so they keep their values.
    const { strategy, strategyOptions, judge } = editor.read?.form ?? {}
    const seeds = [...readUrls(draft.seeds).urls]
    const form = {
      ...read.form,
      seeds: seeds.length > 0 ? seeds : read.form.seeds,
      ...(strategy && { strategy }),
      ...(strategyOptions && { strategyOptions }),
      ...(judge && { judge }),
    }
    editor.put({ ...read, form }, false)
    announce(`Learned from ${plural(learned, 'page')}.`)
  }
  return (
    <Card title="Learn from pages">
      <Field
        label="URLs of pages about the event"
        hint="They are fetched as in a crawl. Words, places, dates and names found in them are added to the form, where you can edit them."
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            className="input code"
            rows={3}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button
          busy={learning.busy}
          disabled={urls.length === 0 || error !== null}
          onClick={() => void learn()}
        >
          {learning.busy ? 'Reading pages' : 'Learn from these pages'}
        </Button>
        {editor.undo && <Button onClick={editor.undo}>Undo</Button>}
      </div>
      {learning.problem && <Problem problem={learning.problem} />}
      {failed.length > 0 && (
        <div className="notice warn" role="alert">
          <strong>{plural(failed.length, 'page')} could not be read</strong>
          <ul>
            {failed.map((page) => (
              <li key={page.url}>
                {page.url}: {page.message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
