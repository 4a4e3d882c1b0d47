/**
 * Every option of a crawl, once. Command-line flags, the HTTP API, the form in the browser, `crawl:` in event files, the settings stored
 * with a collection, warcinfo records, lab trials and the tables in the docs are derived from this table.
 *
 * Plain data that imports nothing, so that `api/` and the browser can import it by value.
 */

/** Sections of help texts, forms and docs, in the order in which they are shown. */
export const OPTION_GROUPS = [
  'Budget',
  'Strategy',
  'Scope',
  'Politeness',
  'Archive',
  'Rendering',
  'Network',
  'Machine',
  'Limits',
] as const

export type OptionGroup = (typeof OPTION_GROUPS)[number]

interface Described {
  readonly group: OptionGroup
  /** One fragment of a sentence: lower case, no full stop. */
  readonly help: string
  /** What applies while the option is not set; needed where `default` is null. */
  readonly unset?: string
  /** A running crawl follows a change at once. Other changes take effect after the pages in progress, when the run is reopened. */
  readonly live?: true
  /** Applies to one run; not stored with the collection. */
  readonly singleRun?: true
  /**
   * Set only by whoever runs the program on this machine: command line and library API. Neither stored with the collection nor accepted
   * over HTTP or from event files, which may come from elsewhere and must not choose a proxy, a private network or a program to run.
   */
  readonly operator?: true
  /** Meaningful in the lab: crawls without a network, in simulated time. */
  readonly lab?: true
  /** Default in the lab, where it differs. */
  readonly labDefault?: number
  /** Largest value in the lab, where it is smaller: readings of so many pages in progress are kept apart there. */
  readonly labMax?: number
}

interface Bounded extends Described {
  readonly min: number
  readonly max: number
}

/** A whole number. */
interface CountOption extends Bounded {
  readonly type: 'count'
  readonly default: number | null
  /** What is counted, in the plural. */
  readonly unit?: string
}

/** A number from 0 to 1. */
interface ShareOption extends Bounded {
  readonly type: 'share'
  readonly default: number
}

/** Milliseconds in data; `90s`, `30m` or `2h` as text. */
interface DurationOption extends Bounded {
  readonly type: 'duration'
  readonly default: number | null
  /** As text, a number without a unit is accepted as milliseconds. */
  readonly plainMs?: true
}

/** Bytes in data; `500MB` as text. */
interface SizeOption extends Bounded {
  readonly type: 'size'
  readonly default: number
}

interface FlagOption extends Described {
  readonly type: 'flag'
  readonly default: boolean
}

interface ChoiceOption extends Described {
  readonly type: 'choice'
  readonly choices: readonly string[]
  readonly default: string | null
}

interface TextOption extends Described {
  readonly type: 'text'
  readonly default: null
  readonly maxLength: number
  /** What stands for the value in help texts. */
  readonly placeholder: string
}

/** Texts or, of ports, whole numbers; on the command line the flag is repeated. */
export interface ListOption extends Described {
  readonly type: 'list'
  readonly of: 'host' | 'port' | 'text'
  readonly default: readonly never[]
  readonly maxItems: number
  readonly maxLength: number
  readonly placeholder: string
}

/** The name of a strategy, or a mapping of its name and its own options. */
interface StrategyOption extends Described {
  readonly type: 'strategy'
  readonly default: null
}

export type CrawlOption =
  | CountOption
  | ShareOption
  | DurationOption
  | SizeOption
  | FlagOption
  | ChoiceOption
  | TextOption
  | ListOption
  | StrategyOption

const SECOND = 1_000
const MINUTE = 60_000
const MIB = 1024 * 1024
const MAX_PAGES = 100_000_000
/** A thousand days: longer than any run. */
const MAX_DURATION = 1_000 * 24 * 60 * MINUTE
const MAX_TIMEOUT = 60 * MINUTE
const MAX_HOSTS = 10_000

/** By name. The command-line flag is the name in kebab case; a flag that is on by default is turned off with `--no-`. */
export const CRAWL_OPTIONS = {
  pages: {
    type: 'count',
    group: 'Budget',
    help: 'stop when the collection holds this many fetched pages',
    default: 1_000,
    min: 1,
    max: MAX_PAGES,
    unit: 'pages',
    live: true,
    lab: true,
  },
  morePages: {
    type: 'count',
    group: 'Budget',
    help: 'fetch this many pages in addition to those the collection holds; takes precedence over the page budget',
    default: null,
    unset: 'the page budget applies',
    min: 1,
    max: MAX_PAGES,
    unit: 'pages',
    live: true,
    singleRun: true,
  },
  time: {
    type: 'duration',
    group: 'Budget',
    help: 'stop each run after this long',
    default: null,
    unset: 'no limit',
    min: 1,
    max: MAX_DURATION,
    live: true,
  },
  stopWhenSaturated: {
    type: 'flag',
    group: 'Budget',
    help: 'stop when the strategy expects no further relevant pages',
    default: false,
    live: true,
    lab: true,
  },
  lookAgain: {
    type: 'duration',
    group: 'Budget',
    help: 'first fetch seeds, feeds and lists again that were last fetched longer ago than this',
    default: null,
    unset: 'nothing is fetched again',
    min: 0,
    max: MAX_DURATION,
    singleRun: true,
  },
  retryFailed: {
    type: 'list',
    of: 'text',
    group: 'Budget',
    help: 'first queue pages again that failed with this code, such as lost, timeout or http-503; all stands for every code',
    default: [],
    unset: 'none',
    maxItems: 100,
    maxLength: 100,
    placeholder: 'code',
    singleRun: true,
  },
  strategy: {
    type: 'strategy',
    group: 'Strategy',
    help: 'how pages are judged and links are chosen',
    default: null,
    unset: "the event's, else adaptive",
  },
  minScore: {
    type: 'share',
    group: 'Strategy',
    help: 'links with a lower score are recorded but not queued',
    default: 0,
    min: 0,
    max: 1,
    live: true,
    lab: true,
  },
  tunnel: {
    type: 'count',
    group: 'Strategy',
    help: 'follow links through at most this many consecutive irrelevant pages',
    default: 10,
    min: 0,
    max: 1_000_000,
    unit: 'pages',
    live: true,
    lab: true,
  },
  randomSeed: {
    type: 'count',
    group: 'Strategy',
    help: 'seed for the random number generator',
    default: 1,
    min: 0,
    max: 4_294_967_295,
  },
  depth: {
    type: 'count',
    group: 'Scope',
    help: 'follow at most this many links in a row from a seed',
    default: 20,
    min: 0,
    max: 1_000_000,
    unit: 'links',
    live: true,
    lab: true,
  },
  hostPages: {
    type: 'count',
    group: 'Scope',
    help: 'fetch at most this many pages from one host',
    default: 2_000,
    min: 1,
    max: MAX_PAGES,
    unit: 'pages',
    live: true,
    lab: true,
  },
  sourceShare: {
    type: 'share',
    group: 'Scope',
    help: 'while other sources wait, take at most this share of the pages from one source with all its hosts',
    default: 0.5,
    min: 0.01,
    max: 1,
    live: true,
    lab: true,
  },
  allowHost: {
    type: 'list',
    of: 'host',
    group: 'Scope',
    help: 'visit only this host and its subdomains',
    default: [],
    unset: 'every host',
    maxItems: MAX_HOSTS,
    maxLength: 253,
    placeholder: 'host',
    live: true,
    lab: true,
  },
  denyHost: {
    type: 'list',
    of: 'host',
    group: 'Scope',
    help: 'never visit this host or its subdomains',
    default: [],
    unset: 'none',
    maxItems: MAX_HOSTS,
    maxLength: 253,
    placeholder: 'host',
    live: true,
    lab: true,
  },
  followNofollow: {
    type: 'flag',
    group: 'Scope',
    help: 'also follow links marked nofollow',
    default: false,
    live: true,
    lab: true,
  },
  sitemaps: {
    type: 'flag',
    group: 'Scope',
    help: 'look for pages in the sitemaps that robots.txt files name',
    default: true,
    live: true,
    lab: true,
  },
  maxRedirects: {
    type: 'count',
    group: 'Scope',
    help: 'follow at most this many redirects in a row',
    default: 10,
    min: 0,
    max: 1_000,
    unit: 'redirects',
    live: true,
    lab: true,
  },
  delay: {
    type: 'duration',
    group: 'Politeness',
    help: 'wait this long between two requests to one host',
    default: SECOND,
    plainMs: true,
    min: 0,
    max: 60 * MINUTE,
    live: true,
    lab: true,
    labDefault: 0,
  },
  addressDelay: {
    type: 'duration',
    group: 'Politeness',
    help: 'wait this long between two requests to one IP address, whichever hosts it serves',
    default: null,
    unset: 'a fifth of the delay',
    plainMs: true,
    min: 0,
    max: 60 * MINUTE,
    live: true,
  },
  concurrency: {
    type: 'count',
    group: 'Politeness',
    help: 'visit at most this many hosts at the same time',
    default: 16,
    min: 1,
    max: 1_000,
    unit: 'hosts',
    live: true,
    lab: true,
    labDefault: 1,
    labMax: 200,
  },
  patience: {
    type: 'duration',
    group: 'Politeness',
    help: 'stop when every remaining host has to wait longer than this',
    default: 5 * MINUTE,
    min: 0,
    max: MAX_DURATION,
    live: true,
  },
  archive: {
    type: 'choice',
    group: 'Archive',
    help: 'pages written to WARC files',
    choices: ['all', 'kept'],
    default: 'all',
    live: true,
  },
  ignoreNoarchive: {
    type: 'flag',
    group: 'Archive',
    help: 'also archive pages that forbid it (noarchive)',
    default: false,
    live: true,
  },
  render: {
    type: 'choice',
    group: 'Rendering',
    help: 'pages rendered in Chromium before they are read; auto: those without text of their own',
    choices: ['auto', 'never', 'always'],
    default: 'auto',
  },
  chromium: {
    type: 'text',
    group: 'Rendering',
    help: 'path of the Chromium program',
    default: null,
    unset: 'EVENTIDE_CHROMIUM, else the first one found',
    maxLength: 4_096,
    placeholder: 'file',
    operator: true,
  },
  contact: {
    type: 'text',
    group: 'Network',
    help: 'e-mail address or URL sent in the User-Agent, so that sites can reach you',
    default: null,
    unset: 'EVENTIDE_CONTACT',
    maxLength: 500,
    placeholder: 'address',
  },
  proxy: {
    type: 'text',
    group: 'Network',
    help: 'http or https proxy for every request',
    default: null,
    unset: 'none',
    maxLength: 2_000,
    placeholder: 'url',
    operator: true,
  },
  proxyLookup: {
    type: 'choice',
    group: 'Network',
    help: 'who looks up host names behind a proxy',
    choices: ['check', 'pin', 'proxy'],
    default: null,
    unset: 'check; with --allow-private, proxy',
    operator: true,
  },
  resolve: {
    type: 'list',
    of: 'text',
    group: 'Network',
    help: 'use this IP address for a host; * stands for any host',
    default: [],
    unset: 'none',
    maxItems: MAX_HOSTS,
    maxLength: 500,
    placeholder: 'host:port:addr',
    operator: true,
  },
  allowPrivate: {
    type: 'flag',
    group: 'Network',
    help: 'also visit hosts that are not on the public internet',
    default: false,
    operator: true,
  },
  allowNetwork: {
    type: 'list',
    of: 'text',
    group: 'Network',
    help: 'also visit hosts of this private network, such as 10.1.0.0/16 or fd00:1::/48',
    default: [],
    unset: 'none',
    maxItems: 1_000,
    maxLength: 100,
    placeholder: 'cidr',
    operator: true,
  },
  allowPort: {
    type: 'list',
    of: 'port',
    group: 'Network',
    help: 'connect only to this port',
    default: [],
    unset: 'every port',
    maxItems: 1_000,
    maxLength: 5,
    placeholder: 'n',
    operator: true,
  },
  readingWorkers: {
    type: 'count',
    group: 'Machine',
    help: 'processes that read pages; 0 reads in the main process, which cannot give up a page that takes too long',
    default: null,
    unset: 'one for each core but one, at most 8',
    min: 0,
    max: 64,
    unit: 'processes',
    operator: true,
  },
  strategyTimeout: {
    type: 'duration',
    group: 'Machine',
    help: 'for one call of the strategy; a call that takes longer ends the program',
    default: 15 * SECOND,
    min: 100,
    max: MAX_TIMEOUT,
    operator: true,
  },
  minFree: {
    type: 'size',
    group: 'Machine',
    help: 'pause while the disk has less free space than this',
    default: 1_000_000_000,
    min: 0,
    max: 1e18,
    live: true,
  },
  connectTimeout: {
    type: 'duration',
    group: 'Limits',
    help: 'for name lookup, connection and TLS together',
    default: 10 * SECOND,
    min: 0,
    max: MAX_TIMEOUT,
  },
  headerTimeout: {
    type: 'duration',
    group: 'Limits',
    help: 'until the headers of a response are complete',
    default: 20 * SECOND,
    min: 0,
    max: MAX_TIMEOUT,
  },
  idleTimeout: {
    type: 'duration',
    group: 'Limits',
    help: 'between two pieces of a body',
    default: 15 * SECOND,
    min: 0,
    max: MAX_TIMEOUT,
  },
  fetchTimeout: {
    type: 'duration',
    group: 'Limits',
    help: 'for one fetch as a whole',
    default: 60 * SECOND,
    min: 0,
    max: MAX_TIMEOUT,
  },
  readingTimeout: {
    type: 'duration',
    group: 'Limits',
    help: 'for reading one page; a page that takes longer is given up',
    default: 30 * SECOND,
    min: 100,
    max: MAX_TIMEOUT,
  },
  minRate: {
    type: 'count',
    group: 'Limits',
    help: 'bytes per second below which a body is cut off',
    default: 128,
    min: 0,
    max: 1_000_000_000,
    unit: 'bytes per second',
  },
  rateWindow: {
    type: 'duration',
    group: 'Limits',
    help: 'span over which the rate is measured',
    default: 10 * SECOND,
    min: 0,
    max: MAX_TIMEOUT,
  },
  maxBody: {
    type: 'size',
    group: 'Limits',
    help: 'of a body as sent; the remainder is cut off',
    default: 10 * MIB,
    min: 0,
    max: 4_000_000_000,
  },
  maxDecoded: {
    type: 'size',
    group: 'Limits',
    help: 'of a body after decoding; the remainder is cut off',
    default: 10 * MIB,
    min: 0,
    max: 4_000_000_000,
  },
  maxHeaderSize: {
    type: 'size',
    group: 'Limits',
    help: 'of all headers of a response together',
    default: 64 * 1024,
    min: 0,
    max: 100_000_000,
  },
  maxHeaders: {
    type: 'count',
    group: 'Limits',
    help: 'headers in a response',
    default: 256,
    min: 0,
    max: 100_000,
    unit: 'headers',
  },
  maxEncodings: {
    type: 'count',
    group: 'Limits',
    help: 'content encodings of one body',
    default: 5,
    min: 0,
    max: 100,
    unit: 'encodings',
  },
  maxUrlLength: {
    type: 'count',
    group: 'Limits',
    help: 'characters of a URL that is fetched',
    default: 8_192,
    min: 0,
    max: 1_000_000,
    unit: 'characters',
  },
  maxCharacters: {
    type: 'count',
    group: 'Limits',
    help: 'characters of a page that are parsed',
    default: 4_000_000,
    min: 0,
    max: 500_000_000,
    unit: 'characters',
  },
  maxText: {
    type: 'count',
    group: 'Limits',
    help: 'characters of visible text kept of a page',
    default: 1_000_000,
    min: 0,
    max: 500_000_000,
    unit: 'characters',
  },
  maxLinks: {
    type: 'count',
    group: 'Limits',
    help: 'links taken from a page',
    default: 3_000,
    min: 0,
    max: 1_000_000,
    unit: 'links',
  },
} as const satisfies Readonly<Record<string, CrawlOption>>

export type CrawlOptionName = keyof typeof CRAWL_OPTIONS

/** In the order of the table. */
export const CRAWL_OPTION_NAMES = Object.keys(CRAWL_OPTIONS) as CrawlOptionName[]

/** The entry of an option, without the literal types of its values. */
export function crawlOption(name: CrawlOptionName): CrawlOption {
  return CRAWL_OPTIONS[name]
}

/** A strategy as a specification names it: by name, or with options of its own beside the name. */
export type NamedStrategy = string | { readonly name: string; readonly [option: string]: unknown }

type ValueOf<E extends CrawlOption> = E extends CountOption | ShareOption | DurationOption | SizeOption
  ? number
  : E extends FlagOption
    ? boolean
    : E extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : E extends { readonly type: 'list'; readonly of: 'port' }
        ? readonly number[]
        : E extends ListOption
          ? readonly string[]
          : E extends StrategyOption
            ? NamedStrategy
            : string

/** The value of each option. */
type CrawlOptionValues = {
  readonly [K in CrawlOptionName]: ValueOf<(typeof CRAWL_OPTIONS)[K]>
}

/** What somebody specified about a crawl; an option that is left out is decided elsewhere. */
export type CrawlSpecification = Partial<CrawlOptionValues>

/** Names with no default: unset, something else decides. */
type UnsetName = {
  [K in CrawlOptionName]: (typeof CRAWL_OPTIONS)[K]['default'] extends null ? K : never
}[CrawlOptionName]

/** A specification in which every option has its value, except those that have no default. */
export type CompleteSpecification = Omit<CrawlOptionValues, UnsetName> &
  Partial<Pick<CrawlOptionValues, UnsetName>>

type NamesWith<Mark extends 'operator' | 'singleRun' | 'lab'> = {
  [K in CrawlOptionName]: (typeof CRAWL_OPTIONS)[K] extends { readonly [M in Mark]: true } ? K : never
}[CrawlOptionName]

/** What only whoever runs the program may set. */
export type OperatorSpecification = Pick<CrawlSpecification, NamesWith<'operator'>>

/** What is stored with a collection. */
export type StoredSpecification = Omit<CrawlSpecification, NamesWith<'operator' | 'singleRun'>>

/** What the HTTP API and event files may set. */
export type SharedSpecification = Omit<CrawlSpecification, NamesWith<'operator'>>

/** What a lab trial may set. */
export type LabSpecification = Pick<CrawlSpecification, NamesWith<'lab'>>

/** Names of earlier versions, still accepted over HTTP and in stored files: the option and what its value is multiplied by. */
export const DEPRECATED_OPTION_NAMES = {
  minutes: { name: 'time', times: MINUTE },
  lookAgainMinutes: { name: 'lookAgain', times: MINUTE },
  delayMs: { name: 'delay', times: 1 },
  maxDepth: { name: 'depth', times: 1 },
  allowHosts: { name: 'allowHost', times: 1 },
  denyHosts: { name: 'denyHost', times: 1 },
} as const satisfies Readonly<Record<string, { readonly name: CrawlOptionName; readonly times: number }>>
