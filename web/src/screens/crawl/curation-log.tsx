import { Link } from 'wouter'
import { useMayWrite } from '../../api/about.tsx'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Moment } from '../../design/dates.tsx'
import { count } from '../../design/format.ts'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import type { Curation, CurationEntry } from './use-curation.ts'

interface CurationLogProps {
  readonly collection: string
  readonly curation: Curation
}

/** Everything curators decided, newest first, with what followed. */
export function CurationLog({ collection, curation }: CurationLogProps) {
  const mayWrite = useMayWrite()
  const { entries, problem } = curation
  if (!entries) return problem ? <Problem problem={problem} /> : <Skeleton />
  if (entries.length === 0) {
    return (
      <Empty title="Nobody has decided anything yet">
        <p>
          Accept or reject pages in the live view, or whole sources in Sources. The model and the queue follow
          at once.
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
  const takeBack = (entry: CurationEntry) =>
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
                {entry.decision ?? 'taken back'}
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
                  ? 'No waiting link changed.'
                  : `${count(entry.links)} waiting links were scored anew.`}
              </p>
            </div>
            {mayWrite && holds && (
              <Button
                aria-label={`Take back the decision on ${entry.target}`}
                onClick={() => takeBack(entry)}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
