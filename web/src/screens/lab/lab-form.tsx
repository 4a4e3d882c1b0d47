import { useState } from 'react'
import { useAbout } from '../../api/about.tsx'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { count, plural } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'

interface LabFormProps {
  readonly running: boolean
  readonly onStarted: (run: string) => void
}

interface Size {
  readonly key: 'pages' | 'webPages' | 'randomSeeds'
  readonly label: string
  readonly hint: string
  readonly from: number
  readonly to: number
}

const SIZES: readonly Size[] = [
  { key: 'pages', label: 'Pages', hint: 'Fetched by each crawl.', from: 10, to: 1_000_000 },
  {
    key: 'webPages',
    label: 'Size of the web',
    hint: 'Approximate number of pages.',
    from: 1_000,
    to: 10_000_000,
  },
  { key: 'randomSeeds', label: 'Random seeds', hint: 'Each generates a different web.', from: 1, to: 50 },
]

/** About a minute: enough for a rough ranking. */
const FIRST = { pages: '300', webPages: '5000', randomSeeds: '2' }

/** Selected at first. */
const FIRST_STRATEGIES: readonly string[] = ['breadth-first', 'best-first', 'event-model']

/** Chooses what is compared, and starts it. */
export function LabForm({ running, onStarted }: LabFormProps) {
  const about = useAbout()
  const strategies = about?.strategies ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set([...FIRST_STRATEGIES, about?.defaultStrategy ?? '']),
  )
  const [sizes, setSizes] = useState<Readonly<Record<Size['key'], string>>>(FIRST)
  const starting = useAction('POST /api/lab')
  const names = strategies.map(({ name }) => name).filter((name) => chosen.has(name))
  const errorOf = (size: Size) => {
    const value = Number(sizes[size.key])
    const right = Number.isInteger(value) && value >= size.from && value <= size.to
    return right ? null : `Enter a whole number from ${count(size.from)} to ${count(size.to)}.`
  }
  const ready = names.length > 0 && SIZES.every((size) => errorOf(size) === null)
  const start = async () => {
    const run = await starting.run({
      body: {
        strategies: names,
        pages: Number(sizes.pages),
        webPages: Number(sizes.webPages),
        randomSeeds: Number(sizes.randomSeeds),
      },
    })
    if (run) onStarted(run.id)
  }
  const crawls = names.length * (Number(sizes.randomSeeds) || 0)
  return (
    <Card title="New comparison">
      <fieldset className="lab-strategies">
        <legend>Strategies</legend>
        {strategies.map(({ name, summary }) => (
          <label key={name} className="lab-strategy">
            <input
              type="checkbox"
              checked={chosen.has(name)}
              onChange={() => setChosen((before) => toggled(before, name))}
            />
            <span>
              <strong>{name}</strong> <span className="muted small">{summary}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="lab-sizes">
        {SIZES.map((size) => (
          <Field key={size.key} label={size.label} hint={size.hint} error={errorOf(size)}>
            {(control) => (
              <input
                {...control}
                className="input"
                inputMode="numeric"
                value={sizes[size.key]}
                onChange={(event) => setSizes({ ...sizes, [size.key]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {starting.problem && <Problem problem={starting.problem} />}
      <div className="row">
        <Button
          look="primary"
          icon="play"
          busy={starting.busy}
          disabled={!ready || running}
          onClick={() => void start()}
        >
          Run comparison
        </Button>
        <span className="muted small">
          {running
            ? 'Only one comparison can run at a time.'
            : names.length === 0
              ? 'Choose at least one strategy.'
              : plural(crawls, 'crawl')}
        </span>
      </div>
    </Card>
  )
}

function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(name)) next.add(name)
  return next
}
