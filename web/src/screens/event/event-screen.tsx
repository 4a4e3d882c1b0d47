import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useAbout } from '../../api/about.tsx'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { useUnsavedGuard } from '../../shell/guard.ts'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { type Missing, missingIn } from './draft.ts'
import { EventForm } from './event-form.tsx'
import { EventPreview } from './event-preview.tsx'
import { useDesk } from './use-desk.ts'
import './event.css'

/** Makes an event, or changes the one of a collection. */
export function EventScreen({ collection }: { readonly collection?: string }) {
  const about = useAbout()
  if (!about) return <Skeleton lines={8} />
  if (!collection && !about.mayWrite) {
    return (
      <>
        <ScreenHead title="New event" />
        <Empty title="This library is read only">
          <p>No event can be made here.</p>
        </Empty>
      </>
    )
  }
  return <EventDesk key={collection ?? ''} collection={collection} mayWrite={about.mayWrite} />
}

interface EventDeskProps {
  readonly collection: string | undefined
  readonly mayWrite: boolean
}

function EventDesk({ collection, mayWrite }: EventDeskProps) {
  const stored = useCall('GET /api/collections/:id/event', collection ? { params: { id: collection } } : null)
  const desk = useDesk(mayWrite)
  const [tried, setTried] = useState(false)
  const { put, dirty } = desk
  const seen = useRef<typeof stored.data>(undefined)
  useEffect(() => {
    if (!stored.data || stored.data === seen.current) return
    const first = seen.current === undefined
    seen.current = stored.data
    // What is being edited is not swept away by an answer that comes later.
    if (first || !dirty) put(stored.data, true)
  }, [stored.data, put, dirty])
  const saving = useSaving(collection, desk, stored.reload)
  const missing: Missing = missingIn(desk.draft)
  const shown = tried
    ? missing
    : { ...(missing.when && { when: missing.when }), ...(missing.seeds && { seeds: missing.seeds }) }
  const save = () => {
    setTried(true)
    if (desk.side === 'form' && Object.keys(missing).length > 0) {
      document.querySelector<HTMLElement>('[aria-invalid="true"], [data-field="name"]')?.focus()
      return
    }
    void saving.save()
  }
  // A form over YAML that cannot be read would write over it.
  const waiting = desk.side === 'yaml' && desk.problem !== null
  return (
    <>
      <ScreenHead
        title={collection ? desk.draft.name || collection : 'New event'}
        actions={
          mayWrite && (
            <Button look="primary" busy={saving.busy} disabled={!dirty} onClick={save}>
              {saving.busy ? 'Saving' : collection ? 'Save' : 'Make the collection'}
            </Button>
          )
        }
      >
        {mayWrite ? <DeskState dirty={dirty} checking={desk.checking} /> : 'Read only'}
      </ScreenHead>
      {stored.problem && <Problem problem={stored.problem} onRetry={stored.reload} />}
      {saving.problem && <Problem problem={saving.problem} />}
      {collection && !dirty && saving.saved && <Saved collection={collection} />}
      {collection && !stored.data && stored.loading && <Skeleton lines={10} />}
      {(!collection || stored.data) && (
        <div className="event-desk">
          <EventForm
            desk={desk}
            missing={shown}
            disabled={!mayWrite || waiting}
            waiting={waiting}
            mayWrite={mayWrite}
          />
          <EventPreview desk={desk} mayWrite={mayWrite} history={stored.data?.history} />
        </div>
      )}
    </>
  )
}

function DeskState({ dirty, checking }: { readonly dirty: boolean; readonly checking: boolean }) {
  return <span role="status">{checking ? 'Reading the event …' : dirty ? 'Not saved yet' : ' '}</span>
}

function Saved({ collection }: { readonly collection: string }) {
  return (
    <div className="notice saved">
      <strong>The event is saved.</strong>
      <span>Pages that were judged already stay as they were judged.</span>
      <Link className="button primary" href={`/c/${collection}/crawl`}>
        Start the crawl
      </Link>
    </div>
  )
}

/** Collections whose event was saved since the page was loaded: the screen of a new one is entered after its saving. */
const savedHere = new Set<string>()

function useSaving(collection: string | undefined, desk: ReturnType<typeof useDesk>, reload: () => void) {
  const making = useAction('POST /api/collections')
  const changing = useAction('PUT /api/collections/:id/event')
  const [, go] = useLocation()
  const announce = useAnnounce()
  const { release } = useUnsavedGuard(desk.dirty)
  const save = async () => {
    if (collection) {
      const done = await changing.run({ params: { id: collection }, body: { event: desk.body } })
      if (!done) return
      desk.settle()
      reload()
    }
    const made = collection ? { id: collection } : await making.run({ body: { event: desk.body } })
    if (!made) return
    savedHere.add(made.id)
    announce('The event is saved.')
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
