import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { count } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { badAddresses, linesOf, type Missing } from './draft.ts'
import type { Desk } from './use-desk.ts'

/** As many as the server fetches for one draft. */
const MAX_MODEL_PAGES = 50

interface SeedsPartProps {
  readonly desk: Desk
  readonly missing: Missing
  readonly disabled: boolean
}

/** Where the crawl starts. */
export function SeedsPart({ desk, missing, disabled }: SeedsPartProps) {
  const { draft, change } = desk
  const lines = linesOf(draft.seeds).length
  return (
    <Card title="Seeds" aside={<span className="muted small">{count(lines)} addresses</span>}>
      <Field label="Pages to start from" hint="One address a line." wrong={missing.seeds}>
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
export function LearnPart({ desk }: { readonly desk: Desk }) {
  const { draft } = desk
  const learning = useAction('POST /api/events/draft')
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const [failed, setFailed] = useState<readonly { url: string; message: string }[]>([])
  const urls = linesOf(text)
  const bad = badAddresses(text)[0]
  const wrong =
    (bad && `Line ${bad.line} is no http or https address.`) ||
    (urls.length > MAX_MODEL_PAGES && `At most ${MAX_MODEL_PAGES} pages; these are ${urls.length}.`) ||
    null
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
      announce('No page could be read: nothing was learned.')
      return
    }
    // Seeds, strategy and judging are not learned: they stay as they were set.
    const { strategy, judge } = desk.read?.form ?? {}
    const seeds = linesOf(draft.seeds)
    const form = {
      ...read.form,
      seeds: seeds.length > 0 ? seeds : read.form.seeds,
      ...(strategy && { strategy }),
      ...(judge && { judge }),
    }
    desk.put({ ...read, form }, false)
    announce(`Learned from ${learned} ${learned === 1 ? 'page' : 'pages'}.`)
  }
  return (
    <Card title="Learn from pages">
      <Field
        label="Addresses of pages about the event"
        hint="They are fetched as the crawler would; words, places, days and names are read off them, and can be changed."
        wrong={wrong}
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
          disabled={urls.length === 0 || wrong !== null}
          onClick={() => void learn()}
        >
          {learning.busy ? 'Reading the pages' : 'Learn from these pages'}
        </Button>
        {desk.back && <Button onClick={desk.back}>Take it back</Button>}
      </div>
      {learning.problem && <Problem problem={learning.problem} />}
      {failed.length > 0 && (
        <div className="notice warn" role="alert">
          <strong>
            {failed.length === 1 ? 'One page was not read' : `${failed.length} pages were not read`}
          </strong>
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
