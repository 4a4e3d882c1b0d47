import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventide, INSTALLED, NODE_24, scratchFolder, stepResult } from './bed.ts'
import { fillFolder } from './materials.ts'
import { type RunResult, run, userEnvironment } from './run.ts'

const { error } = await stepResult('node-24')
if (error !== undefined) console.warn(`Node 24 cannot be had, so nothing runs on it: ${error}`)

/** A pass over the parts that differ between versions of Node: bundles, binaries, threads and processes. */
describe.skipIf(error !== undefined)('the installed program on Node 24', () => {
  let cwd = ''
  beforeAll(async () => {
    cwd = await scratchFolder()
    await fillFolder(cwd)
  })
  const use = async (...args: string[]): Promise<RunResult> => {
    const result = await eventide(args, { cwd, node: NODE_24 })
    expect({ args, code: result.code, err: result.err }).toMatchObject({ code: 0 })
    return result
  }

  it('is Node 24', async () => {
    const { out } = await run(NODE_24, ['--version'], { cwd, env: userEnvironment() })
    expect(out).toMatch(/^v24\./)
  })

  it('reads and writes ontologies in every format', async () => {
    const source = join(INSTALLED, 'examples/rainstorm.ttl')
    for (const format of ['ttl', 'rdf', 'skos', 'skos-rdf', 'yaml']) {
      await use('ontology', 'convert', source, '--format', format, '-o', `storm-${format}.txt`)
      expect((await use('ontology', 'show', `storm-${format}.txt`)).out).toContain('35 concepts')
    }
  })

  it('reads an event and crawls the example web', async () => {
    await use('event', 'show', 'examples/zhengzhou.yaml')
    const small = ['--no-serve', '--pages', '20', '--web-pages', '1000', '--render', 'never', '--quiet']
    expect((await use('example', 'small', ...small)).out).toContain('of 20 pages kept')
  })

  it('searches, exports in every format and verifies', async () => {
    expect((await use('search', 'haiyan', 'storm surge')).out).toContain('relevance')
    for (const format of ['jsonl', 'csv', 'geojson', 'urls', 'parquet', 'warc', 'wacz'])
      await use('export', 'haiyan', '--format', format, '-o', `node-24.${format}`)
    await use('verify', 'haiyan')
  })

  it.each(['crawl-example-web.mjs', 'own-strategy.mjs'])('runs %s through the library API', async (name) => {
    const { code, err } = await run(NODE_24, [`examples/${name}`], { cwd, env: userEnvironment() })
    expect({ code, err }).toMatchObject({ code: 0 })
  })

  it('loads a plugin', async () => {
    const { out } = await use(
      '--plugin',
      'examples/own-strategy.mjs',
      'export',
      'haiyan',
      '--format',
      'markdown',
    )
    expect(out).toMatch(/^- \[/)
  })

  it('compares strategies', async () => {
    const small = ['--web', 'example:1000', '--pages', '20', '--random-seeds', '1', '--quiet']
    const { out } = await use('lab', 'compare', '--strategies', 'best-first,breadth-first', ...small)
    expect(out).toContain('best-first')
  })
})
