/** How serious an entry is. */
type LogLevel = 'info' | 'warn' | 'error'

/** One thing that happened; fields that do not apply are left out. */
export interface LogEntry {
  readonly level: LogLevel
  /** What happened, in a word: `page`, `failed`, `request`, `notice`. */
  readonly event: string
  readonly collection?: string | undefined
  readonly url?: string | undefined
  readonly stage?: string | undefined
  readonly ms?: number | undefined
  readonly error?: string | undefined
  readonly message?: string | undefined
  readonly [field: string]: string | number | boolean | undefined
}

/** Receives what happens. Must not throw. */
export type Log = (entry: LogEntry) => void

export const LOG_FORMATS = ['json', 'text'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Longer texts, such as the URLs of a crawler trap, are cut. */
const MAX_LENGTH = 4_000

/** One line of a log file, with its line end. */
export function logLine(entry: LogEntry, at: Date, format: LogFormat): string {
  const { level, event, ...fields } = entry
  const known = Object.entries(fields).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (value === undefined) return []
    return [[name, typeof value === 'string' ? withoutSecrets(value).slice(0, MAX_LENGTH) : value]]
  })
  const time = at.toISOString()
  if (format === 'json') return `${JSON.stringify({ time, level, event, ...Object.fromEntries(known) })}\n`
  const text = known.map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return `${[time, level, event, ...text].join(' ')}\n`
}

const USER_INFO = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@]{1,500}@/gi
const BEARER = /\b(bearer|basic)\s{1,3}[\w.~+/=-]{4,}/gi
const SECRET_PARAMETER =
  /([?&;#](?:[\w.-]{0,40}[_.-])?(?:token|secret|password|passwd|pwd|api-?_?key|auth|authorization|credential|signature|sig|session|sessionid|sid|jwt|key)=)[^&;#\s"]{1,4000}/gi

/** Credentials in URLs and headers are replaced: logs are read by others, and kept. */
export function withoutSecrets(text: string): string {
  return text.replace(USER_INFO, '$1***@').replace(BEARER, '$1 ***').replace(SECRET_PARAMETER, '$1***')
}
