// The load generator of run.ts, in a separate process: receives its task from the parent and sends the result back.
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'undici'
import { requestPaths } from './queries.ts'

export interface LoadTask {
  readonly url: string
  readonly words: readonly string[]
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Ends after this many requests instead, warm-up included, so that two programs can be given the same work. */
  readonly requests: number | null
  /** Whether responses are requested compressed, as browsers do. */
  readonly compressed: boolean
  readonly seed: number
}

/** Sent when the warm-up ends; then the result. */
export type FromClient = 'begun' | LoadResult

export interface LoadResult {
  /** Of the measurement, without the warm-up. */
  readonly seconds: number
  /** Milliseconds of each successful request. */
  readonly latencies: Readonly<Record<string, number[]>>
  /** Of a request that needs no work, sent beside the load: how long the server's thread was busy. */
  readonly probes: number[]
  /** By status, or by the code of the connection error. */
  readonly errors: Readonly<Record<string, number>>
}

const PROBE_EVERY_MS = 20
/** Of a given number of requests. */
const WARM_UP_SHARE = 0.25

process.on('message', (task: LoadTask) => {
  void load(task).then((result) => process.send!(result satisfies FromClient, () => process.exit(0)))
})

async function load({
  url,
  words,
  connections,
  warmUpSeconds,
  seconds,
  requests,
  compressed,
  seed,
}: LoadTask): Promise<LoadResult> {
  const paths = requestPaths(words, seed)
  const latencies: Record<string, number[]> = {}
  const probes: number[] = []
  const errors: Record<string, number> = {}
  const headers = compressed ? { 'accept-encoding': 'br, gzip' } : {}
  const warmUps = requests === null ? 0 : Math.floor(requests * WARM_UP_SHARE)
  let sentRequests = 0
  let isDone = false
  let begins = Number.POSITIVE_INFINITY
  let ends = Number.POSITIVE_INFINITY
  const begin = () => {
    begins = performance.now()
    if (requests === null) ends = begins + seconds * 1000
    process.send!('begun' satisfies FromClient)
  }
  const nextPath = (): string | null => {
    if (performance.now() >= ends || sentRequests === requests) return null
    if (sentRequests++ === warmUps && requests !== null) begin()
    return paths.next().value
  }
  if (requests === null) setTimeout(begin, warmUpSeconds * 1000)
  const timed = async (client: Client, path: string, into: (ms: number) => void) => {
    const sent = performance.now()
    let problem: string | null = null
    try {
      const { statusCode, body } = await client.request({ path, method: 'GET', headers })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      if (statusCode !== 200) problem = String(statusCode)
    } catch (error) {
      problem = (error as { code?: string }).code ?? 'error'
    }
    const now = performance.now()
    if (sent < begins || now > ends) return
    if (problem === null) into(now - sent)
    else errors[problem] = (errors[problem] ?? 0) + 1
  }
  const connection = async () => {
    const client = new Client(url, { pipelining: 1 })
    for (let path = nextPath(); path !== null; path = nextPath()) {
      const route = path.slice('/api/'.length, path.indexOf('?'))
      await timed(client, path, (ms) => {
        latencies[route] ??= []
        latencies[route].push(ms)
      })
    }
    await client.close()
  }
  const probe = async () => {
    const client = new Client(url, { pipelining: 1 })
    while (!isDone) {
      await timed(client, '/api/about', (ms) => probes.push(ms))
      await wait(PROBE_EVERY_MS)
    }
    await client.close()
  }
  // Beside a given number of requests, as many probes as time allows would make the work differ.
  const probing = requests === null ? probe() : null
  await Promise.all(Array.from({ length: connections }, connection))
  isDone = true
  const measured = (Math.min(performance.now(), ends) - begins) / 1000
  await probing
  return { seconds: measured, latencies, probes, errors }
}
