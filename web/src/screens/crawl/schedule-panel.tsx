import { useEffect, useState } from 'react'
import { useMayWrite } from '../../api/about.tsx'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Field } from '../../design/field.tsx'
import { Problem } from '../../design/states.tsx'
import type { CronReading } from './cron-words.ts'
import { ScheduleList } from './schedule-list.tsx'

const EXAMPLES = [
  { cron: '0 6 * * *', name: 'every morning' },
  { cron: '0 */6 * * *', name: 'every 6 hours' },
  { cron: '30 7 * * 1', name: 'every Monday' },
] as const

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What a cron line means; null while its reader, loaded with the first look at this panel, is on its way. */
function useCron(cron: string, timezone: string): CronReading | null {
  const [read, setRead] = useState<{ readonly by: typeof import('./cron-words.ts')['readCron'] } | null>(null)
  useEffect(() => {
    let gone = false
    void import('./cron-words.ts').then(({ readCron }) => !gone && setRead({ by: readCron }))
    return () => {
      gone = true
    }
  }, [])
  return read?.by(cron, timezone, new Date()) ?? null
}

/** When the crawl runs again by itself. */
export function SchedulePanel({ collection }: { readonly collection: string }) {
  const mayWrite = useMayWrite()
  const { data, problem, reload } = useCall('GET /api/schedules', {})
  const add = useAction('POST /api/schedules')
  const announce = useAnnounce()
  const [cron, setCron] = useState<string>(EXAMPLES[0].cron)
  const [timezone, setTimezone] = useState(ownZone)
  const [morePages, setMorePages] = useState('500')
  const reading = useCron(cron, timezone)
  const pagesFit = morePages === '' || (/^\d{1,9}$/.test(morePages) && Number(morePages) >= 1)
  const refusal = reading && !reading.ok ? reading.why : null
  const save = async () => {
    const settings = morePages === '' ? {} : { morePages: Number(morePages) }
    const made = await add.run({ body: { collection, cron: cron.trim(), timezone, settings } })
    if (!made) return
    announce('The crawl is scheduled.')
    reload()
  }
  return (
    <div className="stack">
      {mayWrite && (
        <Card title="Run it again">
          <form
            className="stack tight"
            onSubmit={(event) => {
              event.preventDefault()
              if (reading?.ok && pagesFit) void save()
            }}
          >
            <div className="schedule-form">
              <Field label="When" hint="Minute, hour, day, month, weekday: cron syntax." wrong={refusal}>
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
              <Field label="Time zone" hint={`Yours is ${ownZone}.`}>
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
              <Field
                label="Pages each time"
                hint="On top of what the collection holds then. Empty: the budget of the settings."
                wrong={pagesFit ? null : 'A whole number from 1 on.'}
              >
                {(control) => (
                  <input
                    {...control}
                    className="input"
                    inputMode="numeric"
                    autoComplete="off"
                    value={morePages}
                    onChange={(event) => setMorePages(event.target.value.trim())}
                  />
                )}
              </Field>
            </div>
            <div className="row">
              {EXAMPLES.map((example) => (
                <Button key={example.cron} look="quiet" onClick={() => setCron(example.cron)}>
                  {example.name}
                </Button>
              ))}
            </div>
            <p className="hint">
              Each run looks again for new links on the seeds, on feeds and on the lists that led to kept
              pages, then goes on with the links that wait.
            </p>
            <NextRuns reading={reading} timezone={timezone} />
            {add.problem && <Problem problem={add.problem} />}
            <div className="row">
              <Button
                type="submit"
                look="primary"
                icon="add"
                busy={add.busy}
                aria-disabled={!reading?.ok || !pagesFit}
              >
                Schedule
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
  if (reading.runs.length === 0) return <p className="notice warn">It would never run: no such day comes.</p>
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
