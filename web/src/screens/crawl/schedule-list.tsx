import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useMayWrite } from '../../api/write-access.tsx'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Moment } from '../../design/dates.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { plural } from '../../design/format.ts'
import { Problem } from '../../design/states.tsx'

type Schedule = Reply<'GET /api/schedules'>['schedules'][number]

interface ScheduleListProps {
  readonly schedules: readonly Schedule[]
  readonly collection: string
  readonly onChange: () => void
}

/** The schedules of this collection, then those of others. */
export function ScheduleList({ schedules, collection, onChange }: ScheduleListProps) {
  const [asking, setAsking] = useState<Schedule | null>(null)
  const own = schedules.filter((schedule) => schedule.collection === collection)
  const others = schedules.filter((schedule) => schedule.collection !== collection)
  return (
    <>
      <Card title="Scheduled runs">
        {own.length === 0 ? (
          <p className="muted">No schedule. This crawl runs only when started manually.</p>
        ) : (
          <Lines schedules={own} onRemove={setAsking} />
        )}
      </Card>
      {others.length > 0 && (
        <Card title="Other collections">
          <Lines schedules={others} named onRemove={setAsking} />
        </Card>
      )}
      <RemoveDialog
        schedule={asking}
        onClose={() => setAsking(null)}
        onRemoved={() => {
          setAsking(null)
          onChange()
        }}
      />
    </>
  )
}

interface LinesProps {
  readonly schedules: readonly Schedule[]
  readonly named?: boolean
  readonly onRemove: (schedule: Schedule) => void
}

function Lines({ schedules, named = false, onRemove }: LinesProps) {
  const mayWrite = useMayWrite()
  return (
    <ul className="schedules">
      {schedules.map((schedule) => (
        <li key={schedule.id}>
          <div>
            {named && (
              <Link href={`/c/${encodeURIComponent(schedule.collection)}/crawl`}>{schedule.collection}</Link>
            )}{' '}
            <code>{schedule.cron}</code> <span className="muted">{schedule.timezone}</span>
            <div className="small muted figures">
              {schedule.nextAt ? (
                <>
                  next <Moment at={schedule.nextAt} />
                </>
              ) : (
                'no further runs'
              )}
              {schedule.lastAt && (
                <>
                  , last <Moment at={schedule.lastAt} />
                </>
              )}
              {schedule.settings.morePages !== undefined &&
                `, ${plural(schedule.settings.morePages, 'page')} per run`}
            </div>
            {schedule.note && <p className="small">{schedule.note}</p>}
          </div>
          {mayWrite && (
            <Button aria-label={`Remove schedule ${schedule.cron}`} onClick={() => onRemove(schedule)}>
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface RemoveDialogProps {
  readonly schedule: Schedule | null
  readonly onClose: () => void
  readonly onRemoved: () => void
}

function RemoveDialog({ schedule, onClose, onRemoved }: RemoveDialogProps) {
  const remove = useAction('DELETE /api/schedules/:schedule')
  const { forget } = remove
  const announce = useAnnounce()
  useEffect(() => {
    if (schedule) forget()
  }, [schedule, forget])
  const sure = async () => {
    if (!schedule || !(await remove.run({ params: { schedule: schedule.id } }))) return
    announce('Schedule removed.')
    onRemoved()
  }
  return (
    <Dialog title="Remove this schedule?" open={schedule !== null} onClose={onClose}>
      <p>
        <code>{schedule?.cron}</code> will no longer start the crawl. A run in progress continues.
      </p>
      {remove.problem && <Problem problem={remove.problem} />}
      <div className="row">
        <Button look="danger" busy={remove.busy} onClick={() => void sure()}>
          Remove schedule
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
