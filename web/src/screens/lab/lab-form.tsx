import { useState } from 'react'
import type { NamedStrategy } from '../../../../src/model/crawl-options.ts'
import type { Args } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { count, plural } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { StrategyOptions } from '../../options/strategy-fields.tsx'
import { NO_STRATEGY, readStrategyForm, type StrategyForm } from '../../options/strategy-form.ts'
import { useStrategies } from '../../options/use-strategies.ts'

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
const FIRST_STRATEGIES: readonly string[] = ['breadth-first', 'best-first', 'event-model', 'adaptive']
const NO_ERRORS: ReadonlyMap<string, string> = new Map()

/** Chooses what is compared, and starts it. */
export function LabForm({ running, onStarted }: LabFormProps) {
  const { list: strategies } = useStrategies()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(FIRST_STRATEGIES))
  const [typed, setTyped] = useState<StrategyForm>(NO_STRATEGY)
  const [sizes, setSizes] = useState<Readonly<Record<Size['key'], string>>>(FIRST)
  const starting = useAction('POST /api/lab')
  const read = strategies
    .filter(({ name }) => chosen.has(name))
    .map(({ name }) => ({ name, ...readStrategyForm({ ...typed, name }, strategies, name) }))
  const errorOf = (size: Size) => {
    const value = Number(sizes[size.key])
    const right = Number.isInteger(value) && value >= size.from && value <= size.to
    return right ? null : `Enter a whole number from ${count(size.from)} to ${count(size.to)}.`
  }
  const ready =
    read.length > 0 &&
    read.every(({ errors }) => errors.size === 0) &&
    SIZES.every((size) => errorOf(size) === null)
  const start = async () => {
    const run = await starting.run({
      body: {
        strategies: read.map(({ name, strategy }) => comparedStrategy(strategy ?? name)),
        pages: Number(sizes.pages),
        webPages: Number(sizes.webPages),
        randomSeeds: Number(sizes.randomSeeds),
      },
    })
    if (run) onStarted(run.id)
  }
  const crawls = read.length * (Number(sizes.randomSeeds) || 0)
  return (
    <Card title="New comparison">
      <fieldset className="lab-strategies">
        <legend>Strategies</legend>
        {strategies.map((strategy) => {
          const { name, summary } = strategy
          return (
            <div key={name} className="lab-strategy">
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(name)}
                  onChange={() => setChosen((before) => toggled(before, name))}
                />
                <span>
                  <strong>{name}</strong> <span className="muted small">{summary}</span>
                </span>
              </label>
              {chosen.has(name) && strategy.options.length > 0 && (
                <StrategyOptions
                  strategy={strategy}
                  form={typed}
                  errors={read.find((one) => one.name === name)?.errors ?? NO_ERRORS}
                  disabled={false}
                  onChange={setTyped}
                />
              )}
            </div>
          )
        })}
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
            : read.length === 0
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

type ComparedStrategy = NonNullable<Args<'POST /api/lab'>['body']>['strategies'][number]
type ComparedOptions = Exclude<ComparedStrategy, string>['options']

function comparedStrategy(strategy: NamedStrategy): ComparedStrategy {
  if (typeof strategy === 'string') return strategy
  const { name, ...options } = strategy
  return { name, options: options as ComparedOptions }
}
