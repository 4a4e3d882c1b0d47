import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAbout } from '../../api/about.tsx'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useMayWrite } from '../../api/write-access.tsx'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { useUnsavedGuard } from '../../shell/guard.ts'
import { ReadOnlyNotice } from '../../shell/read-only-notice.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { type Missing, missingIn } from './draft.ts'
import { EventForm } from './event-form.tsx'
import { EventPreview } from './event-preview.tsx'
import { useEventEditor } from './use-event-editor.ts'
import './event.css'

/** Creates an event, or edits the one of a collection. */
export function EventScreen({ collection }: { readonly collection?: string }) {
  const about = useAbout()
  const mayWrite = useMayWrite()
  if (!about) return <Skeleton lines={8} />
  if (!collection && (!mayWrite || about.isCollection)) {
    return (
      <>
        <ScreenHead title="New event" />
        <ReadOnlyNotice />
        <Empty title="No event can be created here">
          {about.isCollection && (
            <p>This server serves a single collection. To add others, serve the folder that contains it.</p>
          )}
        </Empty>
      </>
    )
  }
  return <EditEvent key={collection ?? ''} collection={collection} mayWrite={mayWrite} />
}

interface EditEventProps {
  readonly collection: string | undefined
  readonly mayWrite: boolean
}

function EditEvent({ collection, mayWrite }: EditEventProps) {
  const stored = useCall('GET /api/collections/:id/event', collection ? { params: { id: collection } } : null)
  const editor = useEventEditor(mayWrite)
  const [tried, setTried] = useState(false)
  const { put, dirty } = editor
  const seen = useRef<typeof stored.data>(undefined)
  useEffect(() => {
    if (!stored.data || stored.data === seen.current) return
    const first = seen.current === undefined
    seen.current = stored.data
    // A late reply must not overwrite what is being edited.
    if (first || !dirty) put(stored.data, true)
  }, [stored.data, put, dirty])
  const saving = useSaving(collection, editor, stored.reload)
  const missing: Missing = missingIn(editor.draft, editor.strategies)
  const shown = tried
    ? missing
    : { ...(missing.when && { when: missing.when }), ...(missing.seeds && { seeds: missing.seeds }) }
  const save = () => {
    setTried(true)
    if (editor.side === 'form' && Object.keys(missing).length > 0) {
      document.querySelector<HTMLElement>('[aria-invalid="true"], [data-field="name"]')?.focus()
      return
    }
    void saving.save()
  }
  // A form beside YAML with errors would overwrite it.
  const waiting = editor.side === 'yaml' && editor.problem !== null
  return (
    <>
      <ScreenHead
        title={collection ? editor.draft.name || collection : 'New event'}
        actions={
          mayWrite && (
            <Button look="primary" busy={saving.busy} disabled={!dirty} onClick={save}>
              {saving.busy ? 'Saving' : collection ? 'Save' : 'Create collection'}
            </Button>
          )
        }
      >
        {mayWrite ? <SaveState dirty={dirty} checking={editor.checking} /> : 'Read-only'}
      </ScreenHead>
      <ReadOnlyNotice />
      {stored.problem && <Problem problem={stored.problem} onRetry={stored.reload} />}
      {saving.problem && <Problem problem={saving.problem} />}
      {collection && !dirty && saving.saved && <Saved collection={collection} />}
      {collection && !stored.data && stored.loading && <Skeleton lines={10} />}
      {(!collection || stored.data) && (
        <div className="event-editor">
          <EventForm
            editor={editor}
            missing={shown}
            disabled={!mayWrite || waiting}
            waiting={waiting}
            mayWrite={mayWrite}
          />
          <EventPreview editor={editor} mayWrite={mayWrite} history={stored.data?.history} />
        </div>
      )}
    </>
  )
}

function SaveState({ dirty, checking }: { readonly dirty: boolean; readonly checking: boolean }) {
  return <span role="status">{checking ? 'Checking the event …' : dirty ? 'Unsaved changes' : ' '}</span>
}

function Saved({ collection }: { readonly collection: string }) {
  return (
    <div className="notice saved">
      <strong>Event saved.</strong>
      <span>Pages already judged keep their verdicts.</span>
      <Link className="button primary" href={`/c/${collection}/crawl`}>
        Start crawl
      </Link>
    </div>
  )
}

/** Collections whose event was saved since the page was loaded: the screen of a new one opens after it was saved. */
const savedHere = new Set<string>()

function useSaving(
  collection: string | undefined,
  editor: ReturnType<typeof useEventEditor>,
  reload: () => void,
) {
  const making = useAction('POST /api/collections')
  const changing = useAction('PUT /api/collections/:id/event')
  const [, go] = useLocation()
  const announce = useAnnounce()
  const { release } = useUnsavedGuard(editor.dirty)
  const save = async () => {
    if (collection) {
      const done = await changing.run({ params: { id: collection }, body: { event: editor.body } })
      if (!done) return
      editor.settle()
      reload()
    }
    const made = collection ? { id: collection } : await making.run({ body: { event: editor.body } })
    if (!made) return
    savedHere.add(made.id)
    announce('Event saved.')
    if (collection) return
    release()
    go(`/c/${made.id}/event`)
  }
  return {
    save,
    busy: making.busy || changing.busy,
    problem: making.problem ?? changing.problem,
    saved: collection !== undefined && savedHere.has(collection),
  }
}
