import { describe, expect, it } from 'vitest'
import { filterSources, SOURCE_COLUMNS, type Source, sortSources } from './source-columns.ts'
import { sourcesCsv } from './sources-csv.ts'

function source(name: string, part: Partial<Source> = {}): Source {
  return {
    source: name,
    hosts: 1,
    fetched: 10,
    kept: 5,
    copies: 0,
    queued: 0,
    failed: 0,
    excluded: 0,
    yield: 0.5,
    importance: 0.5,
    delayMs: null,
    failures: 0,
    restingUntil: null,
    errors: [],
    curated: null,
    firstPublished: null,
    lastPublished: null,
    ...part,
  }
}

const names = (sources: readonly Source[]) => sources.map(({ source }) => source)

describe('sortSources', () => {
  const some = [
    source('b.example', { delayMs: 2000, errors: [{ code: 'dns', count: 3 }] }),
    source('c.example', { firstPublished: '2013-11-01' }),
    source('a.example', { delayMs: 1000, firstPublished: '2013-10-01' }),
  ]

  it('puts unknown values last in either direction', () => {
    expect(names(sortSources(some, 'delayMs', 'up'))).toEqual(['a.example', 'b.example', 'c.example'])
    expect(names(sortSources(some, 'delayMs', 'down'))).toEqual(['b.example', 'a.example', 'c.example'])
    expect(names(sortSources(some, 'firstPublished', 'up'))).toEqual(['a.example', 'c.example', 'b.example'])
  })

  it('sorts equal values by name', () => {
    expect(names(sortSources(some, 'yield', 'down'))).toEqual(['a.example', 'b.example', 'c.example'])
    expect(names(sortSources(some, 'errors', 'down'))[0]).toBe('b.example')
  })

  it('sorts 10,000 by every column', () => {
    const many = Array.from({ length: 10_000 }, (_, i) =>
      source(`s${i}.example`, { queued: (i * 7919) % 10_000 }),
    )
    for (const { key } of SOURCE_COLUMNS) expect(sortSources(many, key, 'down')).toHaveLength(10_000)
    expect(sortSources(many, 'queued', 'down')[0]?.queued).toBe(9_999)
  })
})

describe('filterSources', () => {
  const some = [
    source('News.example', { curated: 'accepted' }),
    source('spam.example', { kept: 0, curated: 'rejected' }),
    source('new.example', { fetched: 0, kept: 0, errors: [{ code: 'http-404', count: 2 }] }),
  ]

  it('matches part of the name in any case', () => {
    expect(names(filterSources(some, { name: ' NEW', show: 'all' }))).toEqual(['News.example', 'new.example'])
  })

  it.each([
    ['accepted', ['News.example']],
    ['rejected', ['spam.example']],
    ['undecided', ['new.example']],
    ['kept', ['News.example']],
    ['nothing', ['spam.example']],
    ['failing', ['new.example']],
  ] as const)('shows the sources that are %s', (show, expected) => {
    expect(names(filterSources(some, { name: '', show }))).toEqual(expected)
  })
})

describe('sourcesCsv', () => {
  it('contains nothing that a spreadsheet would run', () => {
    const csv = sourcesCsv([
      source('=cmd|x', { errors: [{ code: '@SUM(1)', count: 2 }] }),
      source('新闻.example'),
    ])
    const lines = csv.trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^"'=cmd\|x",/)
    expect(lines[1]).toContain(`"'@SUM(1) 2"`)
    expect(lines[2]).toMatch(/^新闻\.example,/)
  })
})
