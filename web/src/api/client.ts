import type { Calls, Name, Routes } from '../../../src/api/routes.ts'
import { ApiProblem, isAbort, problemOf } from './problem.ts'
import { retryDelayMs, wait } from './retry-after.ts'

/** Routes that answer with JSON; the others are URLs for `href`, `src` and the live stream. */
export type JsonName = { [N in Name]: Routes[N] extends { readonly reply: unknown } ? N : never }[Name]
export type Reply<N extends Name> = Calls[N]['reply']

type Part<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : Record<never, never> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

/** What a route is called with: exactly the parts it has. */
export type Args<N extends Name> = Part<'params', Calls[N]['params']> &
  Part<'query', Calls[N]['query']> &
  Part<'body', Calls[N]['body']>

interface LooseArgs {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** The URL of a route, for links, downloads, frames and streams. Omitted and empty values are not sent. */
export function routeUrl<N extends Name>(
  name: N,
  args: Part<'params', Calls[N]['params']> & Part<'query', Calls[N]['query']>,
): string {
  const { params = {}, query = {} } = args as LooseArgs
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/:([a-zA-Z]+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  const written = search.toString()
  return written ? `${path}?${written}` : path
}

/** What only reads is sent once more when a busy server asks for it. */
async function fetchPolitely(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request)
  const delay = request.method === 'GET' ? retryDelayMs(response) : null
  if (delay === null) return response
  await wait(delay, request.signal ?? undefined)
  return fetch(url, request)
}

/** Calls the server. Refusals are thrown as `ApiProblem`. */
export async function call<N extends JsonName>(
  name: N,
  args: Args<N>,
  signal?: AbortSignal,
): Promise<Reply<N>> {
  const { body } = args as LooseArgs
  const method = name.slice(0, name.indexOf(' '))
  const request: RequestInit = { method, headers: { accept: 'application/json' }, credentials: 'same-origin' }
  if (signal) request.signal = signal
  if (body !== undefined) {
    request.body = JSON.stringify(body)
    request.headers = { ...request.headers, 'content-type': 'application/json' }
  }
  let response: Response
  try {
    response = await fetchPolitely(routeUrl(name, args), request)
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ApiProblem(0, 'unreachable', 'The server is not responding. Is `eventide serve` still running?')
  }
  if (!response.ok) throw await problemOf(response)
  return (await response.json()) as Reply<N>
}
