/** A request the server refused, or that never reached it. */
export class ApiProblem extends Error {
  /** Stable, for programs; `unreachable` when there was no answer at all. */
  readonly code: string
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly issues: readonly { readonly path: string; readonly message: string }[]

  constructor(status: number, code: string, message: string, issues: ApiProblem['issues'] = []) {
    super(message)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.issues = issues
  }
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiProblem(
    0,
    'program-fault',
    `Unexpected error in the application: ${message}. Reload the page.`,
  )
}

/** The problem a refused request describes; responses of a proxy in between are described by their status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    const { code, message, issues } = body as {
      code?: string
      message: string
      issues?: ApiProblem['issues']
    }
    return new ApiProblem(response.status, code ?? String(response.status), message, issues ?? [])
  }
  const message = `The server returned ${response.status} ${response.statusText}. Try again, or check the server log.`
  return new ApiProblem(response.status, String(response.status), message)
}
