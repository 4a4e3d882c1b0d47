import { type Command, Option } from 'commander'
import { DEFAULT_CRAWL_OPTIONS } from '../crawl/parts.ts'
import { DEFAULT_LIMITS as FETCH_DEFAULTS, type FetchLimits } from '../fetch/limits.ts'
import { DEFAULT_LIMITS as READING_DEFAULTS, type ReadingLimits } from '../page/limits.ts'
import { bytesInWords, duration, size, wholeNumber } from './values.ts'

interface LimitFlag {
  readonly flag: string
  readonly says: string
}

/** Every limit of a fetch can be set: a new one without a flag does not compile. */
const FETCH: Readonly<Record<keyof FetchLimits, LimitFlag>> = {
  connectMs: { flag: '--connect-timeout <duration>', says: 'for lookup, connection and TLS together' },
  headersMs: { flag: '--header-timeout <duration>', says: 'until the headers of an answer are complete' },
  idleMs: { flag: '--idle-timeout <duration>', says: 'between two pieces of a body' },
  totalMs: { flag: '--fetch-timeout <duration>', says: 'for one fetch, whatever it is doing' },
  minBytesPerSecond: { flag: '--min-rate <n>', says: 'bytes a second below which a body is cut' },
  rateWindowMs: { flag: '--rate-window <duration>', says: 'span over which the rate is measured' },
  rawBytes: { flag: '--max-body <size>', says: 'of a body as sent; the rest is cut off' },
  decodedBytes: { flag: '--max-decoded <size>', says: 'of a body decoded; the rest is cut off' },
  headerBytes: { flag: '--max-header-size <size>', says: 'of all headers of an answer together' },
  headerCount: { flag: '--max-headers <n>', says: 'headers in an answer' },
  contentEncodings: { flag: '--max-encodings <n>', says: 'content encodings on one body' },
  urlLength: { flag: '--max-url-length <n>', says: 'characters of an address that is asked' },
}

type ReadingLimit = 'characters' | 'text' | 'links'

const READING: Readonly<Record<ReadingLimit, LimitFlag>> = {
  characters: { flag: '--max-characters <n>', says: 'characters of a page that are parsed' },
  text: { flag: '--max-text <n>', says: 'characters of visible text kept of a page' },
  links: { flag: '--max-links <n>', says: 'links taken from a page' },
}

const REDIRECTS: LimitFlag = { flag: '--max-redirects <n>', says: 'redirects in a row that are followed' }

/** Adds an option for every limit, each with its default, under a heading of their own. */
export function withLimitOptions(command: Command): Command {
  for (const key of keysOf(FETCH)) add(command, FETCH[key], FETCH_DEFAULTS[key])
  for (const key of keysOf(READING)) add(command, READING[key], READING_DEFAULTS[key])
  return add(command, REDIRECTS, DEFAULT_CRAWL_OPTIONS.maxRedirects)
}

/** What the options say about fetching. */
export function fetchLimits(options: object): Partial<FetchLimits> {
  return limitsIn(options, FETCH)
}

/** What the options say about reading. */
export function readingLimits(options: object): Partial<ReadingLimits> {
  return limitsIn(options, READING)
}

function limitsIn<K extends string>(
  options: object,
  flags: Readonly<Record<K, LimitFlag>>,
): Partial<Record<K, number>> {
  const given = new Map<string, unknown>(Object.entries(options))
  const limits: Partial<Record<K, number>> = {}
  for (const key of keysOf(flags)) {
    const value = given.get(new Option(flags[key].flag).attributeName())
    if (typeof value === 'number') limits[key] = value
  }
  return limits
}

function add(command: Command, { flag, says }: LimitFlag, value: number): Command {
  const option = new Option(flag, says).helpGroup('Limits:')
  if (flag.endsWith('<duration>')) option.argParser(duration).default(value, `${value / 1000}s`)
  else if (flag.endsWith('<size>')) option.argParser(size).default(value, bytesInWords(value))
  else option.argParser(wholeNumber(0)).default(value)
  return command.addOption(option)
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[]
}
