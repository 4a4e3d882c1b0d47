import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openForCrawl } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { claimOne, item, pageOutcome } from '../store/conformance/bed.ts'
import { createProgram } from './program.ts'

const WHY = 'Disallow: /private/ (line 2 of http://a.example/robots.txt of 2026-11-16T12:00:00.000Z)'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-explain-'))
  const eventFile = join(folder, 'event.yaml')
  await writeFile(eventFile, 'name: Storm\nwhat: [storm]\n')
  const into = { eventFile, seeds: ['http://a.example/'], delayMs: 0 }
  const { store } = await openForCrawl(join(folder, 'made'), into, eventContext)
  await store.add([item('http://a.example/private/1', { depth: 0 })])
  await store.putRobots({
    origin: 'http://a.example',
    fetchedAt: Date.UTC(2026, 10, 16, 12),
    status: 200,
    body: 'User-agent: *\nDisallow: /private/',
    recordId: 'urn:uuid:1',
  })
  const lease = await claimOne(store)
  await store.complete(lease, { kind: 'excluded', code: 'disallowed', message: WHY }, [], { notBefore: 0 })
  await store.add([item('http://a.example/open', { parent: lease.id, anchor: 'storm\u001b[31m' })])
  const open = await claimOne(store)
  const parents = ['b', 'c', 'd'].map((host) => item(`http://${host}.example/`, { parent: lease.id }))
  await store.complete(open, pageOutcome(), parents, { notBefore: 0 })
  for (let i = 0; i < parents.length; i++) {
    const parent = await claimOne(store)
    const links = [item('http://a.example/open', { parent: parent.id, depth: 2 })]
    await store.complete(parent, pageOutcome(), links, { notBefore: 0 })
  }
  await store.setMeta('crawl-strategy', { name: 'best-first', options: { threshold: 0.2 } })
  await store.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function explain(...args: string[]): Promise<string> {
  const out: string[] = []
  const terminal = { out: { write: (text: string) => out.push(text) }, err: { write: () => true } }
  await createProgram(terminal).parseAsync(['node', 'eventide', 'explain', join(folder, 'made'), ...args])
  return out.join('')
}

describe('eventide explain', () => {
  it('names the strategy of the last run as such for a page without a note in the archive', async () => {
    expect(await explain('http://a.example/open')).toContain(
      "the last run's strategy is best-first:threshold=0.2\n",
    )
    expect(JSON.parse(await explain('http://a.example/open', '--json'))).toMatchObject({
      strategy: { name: 'best-first', options: { threshold: 0.2 } },
      strategyFrom: 'last-run',
    })
  })

  it('names the line of robots.txt that excluded a page', async () => {
    const text = await explain('http://A.example/private/1#part')
    expect(text).toContain(`excluded: disallowed, ${WHY}`)
    expect(text).toContain('found as a seed')
    expect(JSON.parse(await explain('http://a.example/private/1', '--json'))).toMatchObject({
      state: 'excluded',
      ending: { code: 'disallowed', message: WHY },
      page: null,
      robots: { status: 200, recordId: 'urn:uuid:1', allows: false, rule: { line: 2, allow: false } },
    })
  })

  it('shows the robots rules for a page, and nothing that could harm a terminal', async () => {
    const text = await explain('http://a.example/open')
    expect(text).toContain('allowed, no matching rule')
    expect(text).toContain('found on http://a.example/private/1 "storm')
    expect(text).not.toContain('\u001b')
  })

  it('counts the pages it does not list, also those that linked to a page after it was fetched', async () => {
    const text = await explain('http://a.example/open')
    expect(text.match(/found on /g)).toHaveLength(3)
    expect(text).toContain('and on 1 more page\n')
    expect(await explain('http://a.example/private/1')).not.toContain('more page')
  })

  it('refuses a URL that nothing led to', async () => {
    await expect(explain('http://unknown.example/')).rejects.toThrow(/no seed or link led to it/)
    await expect(explain('nonsense')).rejects.toThrow(/no seed or link led to it/)
  })
})
