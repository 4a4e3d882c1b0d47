import type { HostQueue } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { RunLive } from './protocol.ts'
import { lineOf, MAX_VERDICTS } from './verdict-lines.ts'

/** Maximum points of the harvest curve, and hosts listed. */
export const MAX_POINTS = 200
export const MAX_HOSTS = 30

export function hostLines(hosts: readonly HostQueue[]): RunLive['hosts'] {
  return hosts.map(({ until, ...host }) => ({
    ...host,
    until: until === null ? null : new Date(until).toISOString(),
  }))
}

/** The stored part of the crawl view, for a crawl that does not run here. */
export async function storedView(
  store: Store,
  now: number,
): Promise<Pick<RunLive, 'curve' | 'hosts' | 'workers' | 'verdicts'>> {
  return {
    curve: await store.harvestCurve(MAX_POINTS),
    hosts: hostLines(await store.queueByHost(MAX_HOSTS, now)),
    workers: [],
    verdicts: (await store.latest(MAX_VERDICTS)).map(lineOf),
  }
}
