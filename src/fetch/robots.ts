import { compilePattern, normalPath, wirePath } from './robots-pattern.ts'

/** The rules of one robots.txt (RFC 9309). Agents are product tokens such as `Eventide`; case is ignored. */
export interface Robots {
  /** `url` is absolute and percent-encoded, as it would be requested. */
  allows(url: string, agent: string): boolean
  /** The rule that decides about a URL; null when none matches, which allows it. */
  ruleFor(url: string, agent: string): RobotsRule | null
  /** The longest `Crawl-delay` that applies to this agent, in seconds. */
  crawlDelay(agent: string): number | null
  /** Absolute http and https URLs, without duplicates. */
  readonly sitemaps: readonly string[]
}

interface RobotsRule {
  readonly allow: boolean
  /** As written in the file, without its comment. */
  readonly text: string
  /** Line number, from 1. */
  readonly line: number
}

interface Rule extends RobotsRule {
  readonly path: string
}

interface CompiledRule {
  readonly rule: RobotsRule
  readonly length: number
  matches(path: RequestPath): boolean
}

/** The path and query of a URL. */
interface RequestPath {
  readonly normal: string
  /** Null when the URL contains characters that cannot be sent as they are. */
  readonly wire: string | null
}

interface Group {
  readonly agents: Set<string>
  readonly rules: Rule[]
  delay: number | null
}

type Directive = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'

/** Includes unambiguous misspellings: accepting them makes the crawler more restrictive, never less. */
const DIRECTIVES = new Map<string, Directive>([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
])

const ANY_AGENT = '*'
/** Maximum number of characters of a rule that are shown. */
const MAX_SHOWN = 200

/** Never throws; lines that are not understood are ignored. */
export function parseRobots(body: string): Robots {
  const groups: Group[] = []
  const sitemaps = new Set<string>()
  let group: Group | undefined
  let namingAgents = false
  for (const [line, text] of linesOf(withoutByteOrderMark(body))) {
    const [directive, value] = readLine(text)
    if (directive === 'user-agent') {
      if (!group || !namingAgents) {
        group = { agents: new Set(), rules: [], delay: null }
        groups.push(group)
      }
      namingAgents = true
      group.agents.add(agentToken(value))
    } else if (directive === 'allow' || directive === 'disallow') {
      namingAgents = false
      if (value !== '') group?.rules.push(...rulesFrom(directive, value, line))
    } else if (directive === 'crawl-delay' && group) {
      const seconds = Number(value)
      if (value !== '' && seconds >= 0 && Number.isFinite(seconds)) {
        group.delay = Math.max(group.delay ?? 0, seconds)
      }
    } else if (directive === 'sitemap' && URL.canParse(value)) {
      const { protocol, href } = new URL(value)
      if (protocol === 'http:' || protocol === 'https:') sitemaps.add(href)
    }
  }
  return rulesOf(groups, [...sitemaps])
}

function rulesOf(groups: readonly Group[], sitemaps: readonly string[]): Robots {
  const known = new Map<string, { rules: CompiledRule[]; delay: number | null }>()

  function groupFor(agent: string) {
    const token = agent.toLowerCase()
    const ready = known.get(token)
    if (ready) return ready
    const own = groups.filter((group) => group.agents.has(token))
    const chosen = own.length > 0 ? own : groups.filter((group) => group.agents.has(ANY_AGENT))
    const delays = chosen.flatMap(({ delay }) => delay ?? [])
    const merged = {
      // The first match decides: the longest, and of equal length `Allow`.
      rules: chosen
        .flatMap(({ rules }) => rules)
        .map(compileRule)
        .sort((a, b) => b.length - a.length || Number(b.rule.allow) - Number(a.rule.allow)),
      delay: delays.reduce<number | null>((max, delay) => Math.max(max ?? 0, delay), null),
    }
    known.set(token, merged)
    return merged
  }

  const ruleFor = (url: string, agent: string): RobotsRule | null => {
    const path = requestPath(url)
    return groupFor(agent).rules.find((rule) => rule.matches(path))?.rule ?? null
  }

  return {
    allows: (url, agent) => ruleFor(url, agent)?.allow ?? true,
    ruleFor,
    crawlDelay: (agent) => groupFor(agent).delay,
    sitemaps,
  }
}

/**
 * A `Disallow` covers every encoding of a path. An `Allow` covers the path only as written in the rule: of other encodings the site has
 * not clearly permitted access.
 */
function compileRule({ path, ...rule }: Rule): CompiledRule {
  const normal = compilePattern(normalPath(path))
  const { length } = normal
  if (!rule.allow) return { rule, length, matches: (request) => normal.matches(request.normal) }
  const wire = compilePattern(wirePath(path))
  const matches = (request: RequestPath) =>
    request.wire !== null && (wire.matches(request.wire) || wire.matches(request.normal))
  return { rule, length, matches }
}

/** An invalid URL counts as the root: whether it can be requested is decided elsewhere. */
function requestPath(url: string): RequestPath {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '/', search: '' }
  const path = pathname + search
  return { normal: normalPath(path), wire: IN_ASCII.test(url) ? wirePath(path) : null }
}

const IN_ASCII = /^[\x21-\x7e]*$/

/** Allowing a folder's index page also allows the folder URL, which is the same page; search engines do the same. */
function rulesFrom(directive: 'allow' | 'disallow', path: string, line: number): Rule[] {
  const allow = directive === 'allow'
  const text = `${allow ? 'Allow' : 'Disallow'}: ${path.slice(0, MAX_SHOWN)}`
  const rule = { allow, path, text, line }
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const ofFolder = allow && folder !== '' && path.startsWith('index.htm', folder.length)
  return ofFolder ? [rule, { ...rule, path: `${folder}$` }] : [rule]
}

/** Lines with their numbers; CR, LF and CRLF end a line. */
function* linesOf(body: string): Generator<[number, string]> {
  let line = 0
  for (const text of body.split(/\r\n|\r|\n/)) yield [++line, text]
}

/** Removes a byte order mark, even a truncated or wrongly decoded one. */
function withoutByteOrderMark(body: string): string {
  return body.replace(/^(?:\uFEFF|\uFFFD{1,3}|\u00EF(?:\u00BB\u00BF?)?)/, '')
}

function readLine(line: string): [Directive | undefined, string] {
  const hash = line.indexOf('#')
  const text = trimmed(hash < 0 ? line : line.slice(0, hash))
  const colon = text.indexOf(':')
  if (colon >= 0) {
    return [DIRECTIVES.get(trimmed(text.slice(0, colon)).toLowerCase()), trimmed(text.slice(colon + 1))]
  }
  // The colon is sometimes missing: two words are still unambiguous.
  const words = text.split(/[ \t]+/, 3)
  return words.length === 2
    ? [DIRECTIVES.get((words[0] ?? '').toLowerCase()), words[1] ?? '']
    : [undefined, '']
}

/** Like `trim`, which would also remove a byte order mark inside the file. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

/** The product token at the start of `FooBot/1.2 (x)` or `Foo Bot`. */
function agentToken(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return ANY_AGENT
  return (/^[A-Za-z_-]*/.exec(value)?.[0] ?? '').toLowerCase()
}
