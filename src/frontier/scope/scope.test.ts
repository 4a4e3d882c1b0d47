import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { depthRule } from './depth.ts'
import { fileTypesRule } from './file-types.ts'
import { hostBudgetRule } from './host-budget.ts'
import { hostsRule } from './hosts.ts'
import { lengthRule } from './length.ts'
import { pathLoopsRule } from './path-loops.ts'
import { queryFacetsRule } from './query-facets.ts'
import type { Decision, ScopeItem, ScopeRule } from './rule.ts'
import { createScope, defaultRules } from './scope.ts'

function link(address: string, changes: Partial<ScopeItem> = {}): ScopeItem {
  const url = new URL(address)
  return { url, host: url.host, source: url.hostname, depth: 1, hostFetched: 0, sourceFetched: 0, ...changes }
}
const decide = (rule: ScopeRule, address: string, changes?: Partial<ScopeItem>) =>
  rule.decide(link(address, changes))
const HOME = 'https://a.example/'

describe('scope rules', () => {
  it('matches a host name with its subdomains, or one host when a port is given; deny takes precedence', () => {
    const rule = hostsRule({ allow: ['News.example', 'b.example:8080'], deny: ['ads.news.example'] })
    expect(decide(rule, 'https://news.example/')).toBe('accept')
    expect(decide(rule, 'https://www.news.example:8443/')).toBe('accept')
    expect(decide(rule, 'https://badnews.example/')).toEqual({ reject: 'host-not-allowed' })
    expect(decide(rule, 'https://x.ads.news.example/')).toEqual({ reject: 'host-denied' })
    expect(decide(rule, 'http://b.example:8080/')).toBe('accept')
    expect(decide(rule, 'http://b.example/')).toEqual({ reject: 'host-not-allowed' })
    expect(decide(hostsRule(), HOME)).toBe('pass')
    expect(decide(hostsRule({ deny: ['b.example'] }), HOME)).toBe('pass')
  })

  it('rejects links that are too deep', () => {
    expect(decide(depthRule(), HOME, { depth: 20 })).toBe('pass')
    expect(decide(depthRule(), HOME, { depth: 21 })).toEqual({ reject: 'too-deep' })
    expect(decide(depthRule({ maxDepth: 0 }), HOME)).toEqual({ reject: 'too-deep' })
  })

  it('rejects URLs that are too long', () => {
    expect(decide(lengthRule(), HOME.padEnd(2083, 'a'))).toBe('pass')
    expect(decide(lengthRule(), HOME.padEnd(2084, 'a'))).toEqual({ reject: 'too-long' })
  })

  it('rejects paths that repeat segments or are too deep', () => {
    const rule = pathLoopsRule()
    expect(decide(rule, 'https://a.example/2026/11/11/eleven')).toBe('pass')
    expect(decide(rule, 'https://a.example/a/b/a/b')).toBe('pass')
    expect(decide(rule, 'https://a.example/a/b/a/b/a')).toEqual({ reject: 'path-loop' })
    expect(decide(rule, 'https://a.example/11/11/11/')).toBe('pass')
    expect(decide(rule, 'https://a.example/11/11/11/11')).toEqual({ reject: 'path-loop' })
    expect(decide(rule, 'https://a.example/a/a/a/')).toEqual({ reject: 'path-loop' })
    const deep = Array.from({ length: 20 }, (_, i) => i).join('/')
    expect(decide(rule, `https://a.example/${deep}`)).toBe('pass')
    expect(decide(rule, `https://a.example/${deep}/x`)).toEqual({ reject: 'path-too-deep' })
    expect(decide(rule, 'https://a.example//////a')).toBe('pass')
  })

  it('rejects too many or repeated parameters', () => {
    const rule = queryFacetsRule()
    expect(decide(rule, HOME)).toBe('pass')
    expect(decide(rule, 'https://a.example/?a=1&b=2&c=3&d=4&e=5&f=6')).toBe('pass')
    expect(decide(rule, 'https://a.example/?a=1&b=2&c=3&d=4&e=5&f=6&g=7')).toEqual({ reject: 'query-facets' })
    expect(decide(rule, 'https://a.example/?tag=x&tag=y')).toBe('pass')
    expect(decide(rule, 'https://a.example/?tag=x&tag=y&tag=z')).toEqual({ reject: 'query-facets' })
    expect(decide(rule, 'https://a.example/?a=1&b=2&a=1')).toEqual({ reject: 'query-loop' })
  })

  it('rejects file types by the extension of the path', () => {
    const rule = fileTypesRule()
    expect(decide(rule, 'https://a.example/photo.JPG?size=1')).toEqual({ reject: 'file-type' })
    for (const file of ['report.pdf', 'data.csv.gz', 'feed/data.json', 'api.json'])
      expect(decide(rule, `https://a.example/${file}`)).toEqual({ reject: 'file-type' })
    for (const page of [
      'story.html',
      'story.php?file=a.jpg',
      'v1.2/story',
      'story',
      'a.jpg/story',
      'mr.constructor',
      'sitemap-1.xml.gz',
      'my-feed.json',
    ]) {
      expect(decide(rule, `https://a.example/${page}`)).toBe('pass')
    }
    expect(decide(fileTypesRule({ reject: new Set(['php']) }), 'https://a.example/a.php')).toEqual({
      reject: 'file-type',
    })
  })

  it('rejects links beyond the page budget of their host or source', () => {
    expect(decide(hostBudgetRule(), HOME, { hostFetched: 1999, sourceFetched: 9999 })).toBe('pass')
    expect(decide(hostBudgetRule(), HOME, { hostFetched: 2000 })).toEqual({ reject: 'host-budget' })
    expect(decide(hostBudgetRule(), HOME, { sourceFetched: 10_000 })).toEqual({ reject: 'source-budget' })
  })

  it('take time linear in the URL', () => {
    const rules = defaultRules({ maxSegments: Number.POSITIVE_INFINITY })
    const hostile = [
      `https://a.example/${'a/'.repeat(2e5)}`,
      `https://a.example/?${'a&'.repeat(2e5)}`,
      `https://${'a.'.repeat(120)}x/`,
    ]
    for (const address of hostile) {
      for (const rule of rules)
        expect(rule.codes).toEqual(expect.arrayContaining(codesOf(decide(rule, address))))
    }
  })
})

describe('docs/frontier.md', () => {
  it('explains every code a rule may reject with', async () => {
    const text = await readFile(new URL('../../../docs/frontier.md', import.meta.url), 'utf8')
    for (const code of defaultRules().flatMap((rule) => rule.codes)) expect(text).toContain(`\`${code}\``)
  })
})

const codesOf = (decision: Decision) => (typeof decision === 'string' ? [] : [decision.reject])

describe('createScope', () => {
  const always = (decision: Decision): ScopeRule => ({ name: 'x', codes: [], decide: () => decision })

  it('lets the last rule with an opinion decide, and accepts links without one', () => {
    const [yes, no, pass] = [always('accept'), always({ reject: 'no' }), always('pass')]
    expect(createScope([]).excludes(link(HOME))).toBeUndefined()
    expect(createScope([pass]).excludes(link(HOME))).toBeUndefined()
    expect(createScope([yes, no, pass]).excludes(link(HOME))).toBe('no')
    expect(createScope([no, yes, pass]).excludes(link(HOME))).toBeUndefined()
  })

  it('applies the trap rules to allowed hosts too', () => {
    const scope = createScope(defaultRules({ allow: ['a.example'], maxDepth: 3 }))
    expect(scope.excludes(link('https://a.example/x'))).toBeUndefined()
    expect(scope.excludes(link('https://a.example/x/x/x'))).toBe('path-loop')
    expect(scope.excludes(link('https://a.example/x', { depth: 4 }))).toBe('too-deep')
    expect(scope.excludes(link('https://b.example/x'))).toBe('host-not-allowed')
  })
})
