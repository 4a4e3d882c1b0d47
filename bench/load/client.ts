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
  readonly seed: number
}

export interface LoadResult {
  readonly seconds: number
  /** Milliseconds of each successful request. */
  readonly latencies: Readonly<Record<string, number[]>>
  /** Of a request that needs no work, sent beside the load: how long the server's thread was busy. */
  readonly probes: number[]
  /** By status, or by the code of the connection error. */
  readonly errors: Readonly<Record<string, number>>
}

const PROBE_EVERY_MS = 20

process.on('message', (task: LoadTask) => {
  void load(task).then((result) => process.send!(result, () => process.exit(0)))
})

async function load({
  url,
  words,
  connections,
  warmUpSeconds,
  seconds,
  seed,
}: LoadTask): Promise<LoadResult> {
  const paths = requestPaths(words, seed)
  const latencies: Record<string, number[]> = {}
  const probes: number[] = []
  const errors: Record<string, number> = {}
  const begins = performance.now() + warmUpSeconds * 1000
  const ends = begins + seconds * 1000
  const timed = async (client: Client, path: string, into: (ms: number) => void) => {
    const sent = performance.now()
    let problem: string | null = null
    try {
      const { statusCode, body } = await client.request({ path, method: 'GET' })
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
    while (performance.now() < ends) {
      const path = paths.next().value
      await timed(client, path, (ms) => {
        const route = path.slice('/api/'.length, path.indexOf('?'))
        latencies[route] ??= []
        latencies[route].push(ms)
      })
    }
    await client.close()
  }
  const probe = async () => {
    const client = new Client(url, { pipelining: 1 })
    while (performance.now() < ends) {
      await timed(client, '/api/about', (ms) => probes.push(ms))
      await wait(PROBE_EVERY_MS)
    }
    await client.close()
  }
  await Promise.all([probe(), ...Array.from({ length: connections }, connection)])
  return { seconds, latencies, probes, errors }
}
