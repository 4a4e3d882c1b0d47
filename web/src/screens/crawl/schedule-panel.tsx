import { useEffect, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useMayWrite } from '../../api/write-access.tsx'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { Problem } from '../../design/states.tsx'
import { type OptionDisplay, OptionField } from '../../options/option-field.tsx'
import type { CronReading } from './describe-cron.ts'
import { crawlOptionDisplay } from './option-display.ts'
import { ScheduleList } from './schedule-list.tsx'
import { readText } from './settings-form.ts'

const EXAMPLES = [
  { cron: '0 6 * * *', name: 'Every day at 06:00' },
  { cron: '0 */6 * * *', name: 'Every 6 hours' },
  { cron: '30 7 * * 1', name: 'Every Monday at 07:30' },
] as const

/** The options that apply to one run. */
const RUN_OPTIONS = ['morePages', 'lookAgain'] as const
type RunOption = (typeof RUN_OPTIONS)[number]

const RUN_DISPLAYS: Readonly<Record<RunOption, OptionDisplay>> = {
  morePages: crawlOptionDisplay('morePages', 'idle'),
  // A scheduled run is there to find what is new.
  lookAgain: withPlaceholder(crawlOptionDisplay('lookAgain', 'idle'), '1h'),
}

function withPlaceholder(display: OptionDisplay, placeholder: string): OptionDisplay {
  return { ...display, input: { kind: 'text', placeholder } }
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What a cron expression means; null until the parser, loaded with this panel, is there. */
function useCron(cron: string, timezone: string): CronReading | null {
  const [read, setRead] = useState<{ readonly by: typeof import('./describe-cron.ts')['readCron'] } | null>(
    null,
  )
  useEffect(() => {
    let unmounted = false
    void import('./describe-cron.ts').then(({ readCron }) => !unmounted && setRead({ by: readCron }))
    return () => {
      unmounted = true
    }
  }, [])
  return read?.by(cron, timezone, new Date()) ?? null
}

/** When the crawl runs by itself. */
export function SchedulePanel({ collection }: { readonly collection: string }) {
  const mayWrite = useMayWrite()
  const { data, problem, reload } = useCall('GET /api/schedules', {})
  const add = useAction('POST /api/schedules')
  const announce = useAnnounce()
  const [cron, setCron] = useState<string>(EXAMPLES[0].cron)
  const [timezone, setTimezone] = useState(ownZone)
  const [texts, setTexts] = useState<Readonly<Record<RunOption, string>>>({ morePages: '500', lookAgain: '' })
  const reading = useCron(cron, timezone)
  const read = RUN_OPTIONS.map((name) => {
    const text = texts[name].trim()
    return { name, reading: text === '' ? { value: undefined } : readText(name, text) }
  })
  const optionsFit = read.every(({ reading }) => 'value' in reading)
  const save = async () => {
    const settings = Object.fromEntries(
      read.flatMap(({ name, reading }) =>
        'value' in reading && reading.value !== undefined ? [[name, reading.value as number]] : [],
      ),
    )
    const made = await add.run({ body: { collection, cron: cron.trim(), timezone, settings } })
    if (!made) return
    announce('Crawl scheduled.')
    reload()
  }
  return (
    <div className="stack">
      {mayWrite && (
        <Card title="New schedule">
          <form
            className="stack tight"
            onSubmit={(event) => {
              event.preventDefault()
              if (reading?.ok && optionsFit) void save()
            }}
          >
            <div className="schedule-form">
              <Field
                label="When"
                hint="Cron syntax: minute, hour, day, month, weekday."
                error={reading && !reading.ok && reading.field === 'cron' ? reading.message : null}
              >
                {(control) => (
                  <input
                    {...control}
                    className="input code"
                    value={cron}
                    maxLength={200}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => setCron(event.target.value)}
                  />
                )}
              </Field>
              <Field
                label="Time zone"
                hint={`Your time zone is ${ownZone}.`}
                error={reading && !reading.ok && reading.field === 'timezone' ? reading.message : null}
              >
                {(control) => (
                  <>
                    <input
                      {...control}
                      className="input"
                      list="time-zones"
                      value={timezone}
                      maxLength={100}
                      autoComplete="off"
                      spellCheck={false}
                      onChange={(event) => setTimezone(event.target.value)}
                    />
                    <datalist id="time-zones">
                      {Intl.supportedValuesOf('timeZone').map((zone) => (
                        <option key={zone} value={zone} />
                      ))}
                    </datalist>
                  </>
                )}
              </Field>
              {read.map(({ name, reading: value }) => (
                <OptionField
                  key={name}
                  display={RUN_DISPLAYS[name]}
                  text={texts[name]}
                  error={'problem' in value ? value.problem : undefined}
                  disabled={false}
                  onChange={(text) => setTexts({ ...texts, [name]: text })}
                />
              ))}
            </div>
            <div className="row">
              {EXAMPLES.map((example) => (
                <Button key={example.cron} look="quiet" onClick={() => setCron(example.cron)}>
                  {example.name}
                </Button>
              ))}
            </div>
            <p className="hint">
              Each run revisits the seeds, feeds and list pages that led to kept pages to find new links, then
              continues with the queue.
            </p>
            <NextRuns reading={reading} timezone={timezone} />
            {add.problem && <Problem problem={add.problem} />}
            <div className="row">
              <Button
                type="submit"
                look="primary"
                icon="add"
                busy={add.busy}
                aria-disabled={!reading?.ok || !optionsFit}
              >
                Add schedule
              </Button>
            </div>
          </form>
        </Card>
      )}
      {problem && <Problem problem={problem} onRetry={reload} />}
      {data && <ScheduleList schedules={data.schedules} collection={collection} onChange={reload} />}
    </div>
  )
}

function NextRuns({
  reading,
  timezone,
}: {
  readonly reading: CronReading | null
  readonly timezone: string
}) {
  if (!reading?.ok) return null
  if (reading.runs.length === 0)
    return <p className="notice warn">This schedule never runs: no date matches it.</p>
  const moments = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return (
    <div className="next-runs">
      <p>{reading.words ? `Runs ${reading.words}. Next:` : 'Next runs:'}</p>
      <ul>
        {reading.runs.map((run) => (
          <li key={run.toISOString()}>
            <time dateTime={run.toISOString()}>{moments.format(run)}</time>
          </li>
        ))}
      </ul>
    </div>
  )
}
