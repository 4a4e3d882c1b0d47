import { useMayWrite } from '../../api/about.tsx'
import { Button } from '../../design/button.tsx'
import { Problem } from '../../design/states.tsx'
import { type CrawlLive, isActive } from './crawl-state.ts'
import { SeedsField } from './seeds-field.tsx'
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
      <SettingsPanel form={setup.form} wrong={setup.wrong} onChange={setup.edit} disabled={!mayWrite} />
      {mayWrite && (
        <>
          {setup.applyProblem && <Problem problem={setup.applyProblem} />}
          <div className="row apply">
            <Button
              type="submit"
              look="primary"
              busy={setup.applying}
              aria-disabled={!setup.dirty || setup.wrong.size > 0}
            >
              {active ? 'Apply to the running crawl' : 'Save settings'}
            </Button>
            {setup.dirty && <Button onClick={setup.forget}>Undo changes</Button>}
            <span className="muted small">
              {active
                ? 'The crawl follows at once; nothing has to be stopped.'
                : 'They hold for the next start; Start uses what stands here.'}
            </span>
          </div>
          {active ? (
            <p className="muted">
              Seeds are added when a crawl starts: stop it, add them, continue. Nothing is lost by stopping.
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
                  Add them and start
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </form>
  )
}
