import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { done, eventide, INSTALLED, scratchFolder } from './bed.ts'
import { fillFolder } from './materials.ts'
import type { RunResult } from './run.ts'

await done('package')

describe('examples of the installed package', () => {
  let cwd = ''
  beforeAll(async () => {
    cwd = await scratchFolder()
    await fillFolder(cwd)
  })
  const run = async (...args: string[]): Promise<RunResult> => {
    const result = await eventide(args, { cwd })
    expect({ args, code: result.code, err: result.err }).toMatchObject({ code: 0 })
    return result
  }

  const USES: Readonly<Record<string, () => Promise<void>>> = {
    async 'rainstorm.ttl'() {
      expect((await run('ontology', 'show', 'examples/rainstorm.ttl')).out).toContain('暴雨')
    },
    async 'rainstorm-terms.csv'() {
      const built = await run('ontology', 'build', 'examples/rainstorm-terms.csv', '--rows-are-terms')
      expect(built.out).toContain('concepts:')
    },
    async 'zhengzhou.yaml'() {
      const crawl = ['crawl', 'zhengzhou', '--event', 'examples/zhengzhou.yaml', '--seeds', 'seeds.txt']
      await run(...crawl, '--contact', 'you@example.org')
      // The ontology file it names is written out in the collection: one folder holds it all.
      expect(await readFile(join(cwd, 'zhengzhou/event.yaml'), 'utf8')).toContain('暴雨')
      expect((await run('event', 'show', 'zhengzhou/event.yaml')).out).toContain('35 concepts')
    },
  }

  it.each(Object.keys(USES))('%s', (name) => USES[name]!())

  it('are all used here', () => {
    expect(Object.keys(USES).sort()).toEqual(readdirSync(join(INSTALLED, 'examples')).sort())
  })
})
