import { useMayWrite } from '../../api/write-access.tsx'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { plural } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'
import { readUrls, urlLinesError } from '../../design/url-lines.ts'
import { labelOf } from '../../options/option-field.tsx'
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
        if (setup.settingsFit && setup.dirty) setup.apply()
      }}
    >
      <SettingsPanel setup={setup} active={active} disabled={!mayWrite} />
      {mayWrite && (
        <>
          {setup.applyProblem && <Problem problem={setup.applyProblem} />}
          <div className="row apply">
            <Button
              type="submit"
              look="primary"
              busy={setup.applying}
              aria-disabled={!setup.dirty || !setup.settingsFit}
            >
              {active ? 'Apply to the running crawl' : 'Save settings'}
            </Button>
            {setup.dirty && <Button onClick={setup.discard}>Discard changes</Button>}
            <span className="muted small">{active ? effectText(setup) : 'Used at the next start.'}</span>
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

/** When the changes of a running crawl take effect. */
function effectText({ live, restarting }: Setup): string {
  const listed = (names: readonly string[]) => names.map(labelOf).join(', ')
  if (live.length + restarting.length === 0) return 'A running crawl applies most changes at once.'
  return [
    live.length > 0 && `Applied at once: ${listed(live)}.`,
    restarting.length > 0 &&
      `Restarts the session once the pages in progress are finished: ${listed(restarting)}.`,
  ]
    .filter(Boolean)
    .join(' ')
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
