import { Link } from 'wouter'
import { useMayWrite } from '../../api/write-access.tsx'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Moment } from '../../design/dates.tsx'
import { plural } from '../../design/format.ts'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import type { Curation, CurationEntry } from './use-curation.ts'

interface CurationLogProps {
  readonly collection: string
  readonly curation: Curation
}

/** Every decision of curators, newest first, with its effect. */
export function CurationLog({ collection, curation }: CurationLogProps) {
  const mayWrite = useMayWrite()
  const { entries, problem } = curation
  if (!entries) return problem ? <Problem problem={problem} /> : <Skeleton />
  if (entries.length === 0) {
    return (
      <Empty title="No decisions yet">
        <p>
          Accept or reject pages in the live view, or whole sources in Sources. The model and the queue are
          updated at once.
        </p>
      </Empty>
    )
  }
  const newest = new Set<string>()
  const lines = entries.map((entry, number) => {
    const target = `${entry.what} ${entry.page ?? entry.target}`
    const holds = entry.decision !== null && !newest.has(target)
    newest.add(target)
    return { entry, holds, key: `${entry.at} ${entries.length - number}` }
  })
  const undo = (entry: CurationEntry) =>
    entry.page === null
      ? void curation.decideSource(entry.target, null)
      : void curation.decidePage(entry.page, entry.target, null)
  return (
    <>
      {problem && <Problem problem={problem} />}
      <ol className="curation-log">
        {lines.map(({ entry, holds, key }) => (
          <li key={key}>
            <span className="small muted figures">
              <Moment at={entry.at} />
            </span>
            <div>
              <Chip
                tone={
                  entry.decision === 'accepted' ? 'good' : entry.decision === 'rejected' ? 'bad' : undefined
                }
              >
                {entry.decision ?? 'undone'}
              </Chip>{' '}
              <span>{entry.what}</span>{' '}
              {entry.page === null ? (
                <bdi>{entry.target}</bdi>
              ) : (
                <Link href={`/c/${encodeURIComponent(collection)}/pages/${entry.page}`}>
                  <bdi>{entry.target}</bdi>
                </Link>
              )}
              {entry.reason && <p>“{entry.reason}”</p>}
              <p className="small muted figures">
                {entry.links === 0
                  ? 'No queued links changed.'
                  : `${plural(entry.links, 'queued link')} rescored.`}
              </p>
            </div>
            {mayWrite && holds && (
              <Button aria-label={`Undo decision on ${entry.target}`} onClick={() => undo(entry)}>
                Undo decision
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
