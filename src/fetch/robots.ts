import { compilePattern, normalPath, type PathPattern } from './robots-pattern.ts'

/** The rules of one robots.txt (RFC 9309). Agents are product tokens such as `Eventide`; case does not matter. */
export interface Robots {
  allows(url: string, agent: string): boolean
  /** Seconds the file asks this agent to leave between requests; the longest when it says so more than once. */
  crawlDelay(agent: string): number | null
  /** Absolute http and https addresses, each once. */
  readonly sitemaps: readonly string[]
}

interface Rule {
  readonly allow: boolean
  readonly path: string
}

interface CompiledRule extends PathPattern {
  readonly allow: boolean
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

/** Reads any text without throwing; what is not understood says nothing. */
export function parseRobots(body: string): Robots {
  const groups: Group[] = []
  const sitemaps = new Set<string>()
  let group: Group | undefined
  let namingAgents = false
  for (const line of withoutMark(body).split(/[\r\n]/)) {
    const [directive, value] = readLine(line)
    if (directive === 'user-agent') {
      if (!group || !namingAgents) {
        group = { agents: new Set(), rules: [], delay: null }
        groups.push(group)
      }
      namingAgents = true
      group.agents.add(agentToken(value))
    } else if (directive === 'allow' || directive === 'disallow') {
      namingAgents = false
      if (value !== '') group?.rules.push({ allow: directive === 'allow', path: value })
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
        .map(({ allow, path }) => ({ allow, ...compilePattern(normalPath(path)) }))
        .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow)),
      delay: delays.reduce<number | null>((longest, delay) => Math.max(longest ?? 0, delay), null),
    }
    known.set(token, merged)
    return merged
  }

  return {
    allows(url, agent) {
      if (!URL.canParse(url)) return false
      const { pathname, search } = new URL(url)
      const path = normalPath(pathname + search)
      if (path === '/robots.txt') return true
      return groupFor(agent).rules.find((rule) => rule.matches(path))?.allow ?? true
    },
    crawlDelay: (agent) => groupFor(agent).delay,
    sitemaps,
  }
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
