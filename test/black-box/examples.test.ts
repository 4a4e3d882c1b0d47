import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { done, eventide, INSTALLED, scratchFolder } from './bed.ts'
import { fillFolder } from './materials.ts'
import { type RunResult, run, userEnvironment } from './run.ts'

await done('package')

describe('examples of the installed package', () => {
  let cwd = ''
  beforeAll(async () => {
    cwd = await scratchFolder()
    await fillFolder(cwd)
  })
  const use = async (...args: string[]): Promise<RunResult> => {
    const result = await eventide(args, { cwd })
    expect({ args, code: result.code, err: result.err }).toMatchObject({ code: 0 })
    return result
  }

  const program = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await run(process.execPath, args, { cwd, env: userEnvironment() })
    expect({ args, code, err }).toMatchObject({ code: 0 })
    return out
  }

  const USES: Readonly<Record<string, () => Promise<void>>> = {
    async 'rainstorm.ttl'() {
      expect((await use('ontology', 'show', 'examples/rainstorm.ttl')).out).toContain('暴雨')
    },
    async 'rainstorm-terms.csv'() {
      const built = await use('ontology', 'build', 'examples/rainstorm-terms.csv', '--rows-are-terms')
      expect(built.out).toContain('concepts:')
    },
    async 'crawl-example-web.mjs'() {
      const out = await program('examples/crawl-example-web.mjs', 'crawled')
      expect(out).toMatch(/^Stopped after 1\d pages \(stopped\)$/m)
      expect(out).toMatch(/^Fetched 40 pages, kept [1-9]\d* \(pages\)$/m)
      expect(await readFile(join(cwd, 'crawled/typhoon.csv'), 'utf8')).toMatch(/^url,/m)
    },
    async 'own-strategy.mjs'() {
      const out = await program('examples/own-strategy.mjs')
      expect(out).toMatch(/^- \[.+\]\(http/m)
      expect(out).toMatch(/^headlines:threshold=0\.1: harvest 0\.\d\d$/m)
    },
    async 'zhengzhou.yaml'() {
      const crawl = ['crawl', 'zhengzhou', '--event', 'examples/zhengzhou.yaml', '--seeds', 'seeds.txt']
      await use(...crawl, '--contact', 'you@example.org')
      // The ontology file it names is written out in the collection: one folder holds it all.
      expect(await readFile(join(cwd, 'zhengzhou/event.yaml'), 'utf8')).toContain('暴雨')
      expect((await use('event', 'show', 'zhengzhou/event.yaml')).out).toContain('35 concepts')
    },
  }

  it.each(Object.keys(USES))('%s', (name) => USES[name]!())

  it('are all used here', () => {
    expect(Object.keys(USES).sort()).toEqual(readdirSync(join(INSTALLED, 'examples')).sort())
  })
})
