import { useRef } from 'react'
import { count, score } from '../../design/format.ts'
import { Meter } from '../../design/meter.tsx'
import { useReducedMotion } from '../../design/use-media.ts'
import type { CrawlLive } from './crawl-state.ts'
import { keepOrder } from './keep-order.ts'
import { useNow } from './use-now.ts'

type Host = CrawlLive['hosts'][number]

const keyOf = (host: Host) => host.host
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** The queue by host: how many links, and when the host may be requested again. Rows keep their position while they are listed. */
export function HostQueue({ hosts }: { readonly hosts: readonly Host[] }) {
  const reducedMotion = useReducedMotion()
  const now = useNow(!reducedMotion && hosts.some((host) => host.state === 'resting'))
  const order = useRef<readonly string[]>([])
  const rows = keepOrder(order.current, hosts, keyOf)
  order.current = rows.map(keyOf)
  if (rows.length === 0) return <p className="muted">The queue is empty.</p>
  const maxQueued = Math.max(1, ...rows.map((host) => host.queued))
  return (
    <ul className="hosts">
      {rows.map((host) => (
        <li key={host.host}>
          <span className="host" title={host.host}>
            {host.host}
          </span>
          <span className="figures small state">{stateOf(host, now, reducedMotion)}</span>
          <Meter
            value={host.queued / maxQueued}
            label={`Queued links of ${host.host}`}
            text={count(host.queued)}
          />
          <span className="figures small muted">
            {count(host.queued)} queued
            {host.bestScore === null ? '' : `, best score ${score(host.bestScore)}`}
            {host.delayMs === null ? '' : `, delay ${seconds(host.delayMs)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`
}

/** A countdown, or with reduced motion the time it ends. */
function stateOf(host: Host, now: number, reducedMotion: boolean): string {
  if (host.state !== 'resting') return host.state
  if (host.until === null) return 'waiting'
  const until = new Date(host.until)
  if (Number.isNaN(until.getTime())) return 'waiting'
  if (reducedMotion) return `waits until ${times.format(until)}`
  const left = Math.ceil((until.getTime() - now) / 1000)
  if (left <= 0) return 'ready'
  if (left < 120) return `waits ${left} s`
  return left < 7_200 ? `waits ${Math.ceil(left / 60)} min` : `waits until ${times.format(until)}`
}
