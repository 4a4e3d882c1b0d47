import { useRef } from 'react'
import { count, score } from '../../design/format.ts'
import { Meter } from '../../design/meter.tsx'
import type { CrawlLive } from './crawl-state.ts'
import { keepPlaces } from './keep-places.ts'
import { useCalm, useNow } from './use-now.ts'

type Host = CrawlLive['hosts'][number]

const keyOf = (host: Host) => host.host
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** The queue by host: how much waits, and when each may be asked again. Rows keep their place while they are there. */
export function HostQueue({ hosts }: { readonly hosts: readonly Host[] }) {
  const calm = useCalm()
  const now = useNow(!calm && hosts.some((host) => host.state === 'resting'))
  const order = useRef<readonly string[]>([])
  const rows = keepPlaces(order.current, hosts, keyOf)
  order.current = rows.map(keyOf)
  if (rows.length === 0) return <p className="muted">No links are waiting.</p>
  const longest = Math.max(1, ...rows.map((host) => host.queued))
  return (
    <ul className="hosts">
      {rows.map((host) => (
        <li key={host.host}>
          <span className="host" title={host.host}>
            {host.host}
          </span>
          <span className="figures small state">{stateOf(host, now, calm)}</span>
          <Meter
            value={host.queued / longest}
            label={`Links waiting at ${host.host}`}
            text={count(host.queued)}
          />
          <span className="figures small muted">
            {count(host.queued)} waiting{host.bestScore === null ? '' : `, best ${score(host.bestScore)}`}
            {host.delayMs === null ? '' : `, every ${seconds(host.delayMs)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`
}

/** Counts down, or for those who want no motion says until when. */
function stateOf(host: Host, now: number, calm: boolean): string {
  if (host.state !== 'resting') return host.state
  if (host.until === null) return 'resting'
  const until = new Date(host.until)
  if (Number.isNaN(until.getTime())) return 'resting'
  if (calm) return `rests until ${times.format(until)}`
  const left = Math.ceil((until.getTime() - now) / 1000)
  if (left <= 0) return 'ready'
  if (left < 120) return `rests ${left} s`
  return left < 7_200 ? `rests ${Math.ceil(left / 60)} min` : `rests until ${times.format(until)}`
}
