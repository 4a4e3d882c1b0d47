import { compilePattern, normalPath, wirePath } from './robots-pattern.ts'

/** The rules of one robots.txt (RFC 9309). Agents are product tokens such as `Eventide`; case does not matter. */
export interface Robots {
  /** `url` as it would be requested: an absolute address, percent-encoded. */
  allows(url: string, agent: string): boolean
  /** The rule that decides about an address; null when none speaks of it, which allows it. */
  ruleFor(url: string, agent: string): RobotsRule | null
  /** Seconds the file asks this agent to leave between requests; the longest when it says so more than once. */
  crawlDelay(agent: string): number | null
  /** Absolute http and https addresses, each once. */
  readonly sitemaps: readonly string[]
}

interface RobotsRule {
  readonly allow: boolean
  /** As the file writes it, without its comment. */
  readonly text: string
  /** Counts the lines of the file from 1. */
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

/** The path and query of an address. */
interface RequestPath {
  readonly normal: string
  /** Null for an address that cannot be requested as it is. */
  readonly wire: string | null
}

interface Group {
  readonly agents: Set<string>
  readonly rules: Rule[]
  delay: number | null
}

type Directive = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'

/** Misspellings that leave no doubt; reading them only makes us obey more. */
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

const ANYONE = '*'
/** Characters of a rule that are shown. */
const SHOWN = 200

/** Reads any text without throwing; what is not understood says nothing. */
export function parseRobots(body: string): Robots {
  const groups: Group[] = []
  const sitemaps = new Set<string>()
  let group: Group | undefined
  let namingAgents = false
  for (const [line, text] of linesOf(withoutMark(body))) {
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
    const chosen = own.length > 0 ? own : groups.filter((group) => group.agents.has(ANYONE))
    const delays = chosen.flatMap(({ delay }) => delay ?? [])
    const merged = {
      // The first match decides: the longest, and of equals the one that allows.
      rules: chosen
        .flatMap(({ rules }) => rules)
        .map(compileRule)
        .sort((a, b) => b.length - a.length || Number(b.rule.allow) - Number(a.rule.allow)),
      delay: delays.reduce<number | null>((longest, delay) => Math.max(longest ?? 0, delay), null),
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
 * A `Disallow` covers every spelling of a path. An `Allow` covers the path as it stands in the rule: where the spellings
 * differ, the site has not clearly said yes.
 */
function compileRule({ path, ...rule }: Rule): CompiledRule {
  const normal = compilePattern(normalPath(path))
  const { length } = normal
  if (!rule.allow) return { rule, length, matches: (asked) => normal.matches(asked.normal) }
  const wire = compilePattern(wirePath(path))
  const matches = (asked: RequestPath) =>
    asked.wire !== null && (wire.matches(asked.wire) || wire.matches(asked.normal))
  return { rule, length, matches }
}

/** An address without a path, or none at all, is judged as the root: that it cannot be requested is not for rules to say. */
function requestPath(url: string): RequestPath {
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '/', search: '' }
  const path = pathname + search
  return { normal: normalPath(path), wire: IN_ASCII.test(url) ? wirePath(path) : null }
}

const IN_ASCII = /^[\x21-\x7e]*$/

/** Whoever allows a folder's index page allows the folder, which is the same page: as search engines read it. */
function rulesFrom(directive: 'allow' | 'disallow', path: string, line: number): Rule[] {
  const allow = directive === 'allow'
  const text = `${allow ? 'Allow' : 'Disallow'}: ${path.slice(0, SHOWN)}`
  const rule = { allow, path, text, line }
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const ofFolder = allow && folder !== '' && path.startsWith('index.htm', folder.length)
  return ofFolder ? [rule, { ...rule, path: `${folder}$` }] : [rule]
}

/** Lines with their numbers; CR, LF and both together end one. */
function* linesOf(body: string): Generator<[number, string]> {
  let line = 0
  for (const text of body.split(/\r\n|\r|\n/)) yield [++line, text]
}

/** Drops a byte order mark, even one cut short or read in the wrong encoding. */
function withoutMark(body: string): string {
  return body.replace(/^(?:\uFEFF|\uFFFD{1,3}|\u00EF(?:\u00BB\u00BF?)?)/, '')
}

function readLine(line: string): [Directive | undefined, string] {
  const hash = line.indexOf('#')
  const text = trimmed(hash < 0 ? line : line.slice(0, hash))
  const colon = text.indexOf(':')
  if (colon >= 0) {
    return [DIRECTIVES.get(trimmed(text.slice(0, colon)).toLowerCase()), trimmed(text.slice(colon + 1))]
  }
  // The colon is sometimes forgotten: two words are still clear.
  const words = text.split(/[ \t]+/, 3)
  return words.length === 2
    ? [DIRECTIVES.get((words[0] ?? '').toLowerCase()), words[1] ?? '']
    : [undefined, '']
}

/** Without white space around it. `trim` would also take a byte order mark, which inside the file is no space. */
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

/** `FooBot/1.2 (x)` and `Foo Bot` address the product before the first character no product token has. */
function agentToken(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return ANYONE
  return (/^[A-Za-z_-]*/.exec(value)?.[0] ?? '').toLowerCase()
}
