import { useMayWrite } from '../../api/about.tsx'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { plural } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { readUrls, urlLinesError } from '../../design/url-lines.ts'
import { type CrawlLive, isActive } from './crawl-state.ts'
import { SettingsPanel } from './settings-panel.tsx'
import type { Setup } from './use-setup.ts'

interface SetupPanelProps {
  readonly crawl: CrawlLive
  readonly setup: Setup
  readonly onStart: () => void
}

/** Settings and seeds: before a crawl, and while it runs. */
export function SetupPanel({ crawl, setup, onStart }: SetupPanelProps) {
  const mayWrite = useMayWrite()
  const active = isActive(crawl.state)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (setup.fits && setup.dirty) setup.apply()
      }}
    >
      <SettingsPanel form={setup.form} errors={setup.errors} onChange={setup.edit} disabled={!mayWrite} />
      {mayWrite && (
        <>
          {setup.applyProblem && <Problem problem={setup.applyProblem} />}
          <div className="row apply">
            <Button
              type="submit"
              look="primary"
              busy={setup.applying}
              aria-disabled={!setup.dirty || setup.errors.size > 0}
            >
              {active ? 'Apply to the running crawl' : 'Save settings'}
            </Button>
            {setup.dirty && <Button onClick={setup.forget}>Discard changes</Button>}
            <span className="muted small">
              {active ? 'Applied to the running crawl.' : 'Used at the next start.'}
            </span>
          </div>
          {active ? (
            <p className="muted">
              Seeds are added when a crawl starts. Stop it, add them, then continue; nothing is lost by
              stopping.
            </p>
          ) : (
            <>
              <SeedsField text={setup.seedText} onChange={setup.editSeeds} disabled={!mayWrite} />
              <div className="row">
                <Button
                  icon="play"
                  busy={setup.starting}
                  aria-disabled={setup.seedText.trim() === '' || !setup.fits}
                  onClick={() => setup.seedText.trim() !== '' && setup.fits && onStart()}
                >
                  Add seeds and start
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </form>
  )
}

interface SeedsFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly disabled: boolean
}

/** URLs to start from, one per line. */
function SeedsField({ text, onChange, disabled }: SeedsFieldProps) {
  const lines = readUrls(text)
  return (
    <Field
      label="Seeds to add"
      hint={
        lines.urls.length === 0
          ? 'URLs of pages about the event, one per line.'
          : plural(lines.urls.length, 'URL')
      }
      error={urlLinesError(lines)}
    >
      {(control) => (
        <textarea
          {...control}
          className="input code"
          rows={5}
          spellCheck={false}
          placeholder="https://news.example/story"
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
