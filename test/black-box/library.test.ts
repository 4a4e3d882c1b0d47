import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { done, eventide, INSTALLED, PROGRAM, scratchFolder } from './bed.ts'
import { docBlocks } from './doc-blocks.ts'
import { fillFolder } from './materials.ts'
import { type RunResult, run, userEnvironment } from './run.ts'
import { startServer } from './server.ts'

await done('package')
const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

let cwd = ''
beforeAll(async () => {
  cwd = await scratchFolder()
  await fillFolder(cwd)
})

const node = async (...args: string[]): Promise<RunResult> => {
  const result = await run(process.execPath, args, { cwd, env: userEnvironment() })
  expect({ args, code: result.code, err: result.err }).toMatchObject({ code: 0 })
  return result
}

describe('the library API of the installed package', () => {
  it('starts nothing when it is imported: no output, no argument read, no handle left open', async () => {
    await writeFile(
      join(cwd, 'import.mjs'),
      "await import('eventide')\nconsole.log(JSON.stringify([process.exitCode ?? null, process.argv.slice(2), process.env.EVENTIDE_PLUGINS ?? null]))\n",
    )
    const { out, err } = await node('import.mjs', '--version', 'crawl')
    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual([null, ['--version', 'crawl'], null])
  })

  it.each([
    ['nodenext', 'NodeNext'],
    ['bundler', 'ESNext'],
  ])('compiles in a strict project with moduleResolution %s', async (moduleResolution, module) => {
    const project = join(cwd, `consumer-${moduleResolution}`)
    await mkdir(project)
    await cp(join(import.meta.dirname, 'consumer/consumer.ts'), join(project, 'consumer.ts'))
    await writeFile(join(project, 'package.json'), '{"type":"module"}')
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
      ...{ module, moduleResolution, target: 'ES2022', lib: ['ES2023', 'DOM'] },
      ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
    }
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
    )
    const { out, code } = await run(process.execPath, [TSC, '-p', project], { cwd, env: userEnvironment() })
    expect({ code, out }).toEqual({ code: 0, out: '' })
  })

  it('offers nothing but its entry point', async () => {
    await writeFile(join(cwd, 'deep.mjs'), "await import('eventide/dist/cli.js')\n")
    const { code, err } = await run(process.execPath, ['deep.mjs'], { cwd, env: userEnvironment() })
    expect(code).toBe(1)
    expect(err).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  const blocks = docBlocks(INSTALLED).filter(({ language }) => language === 'js')
  it.each(blocks)('runs the block at line $line of $document', async ({ line, text }) => {
    await writeFile(join(cwd, `block-${line}.mjs`), text)
    await node(`block-${line}.mjs`)
  })

  it('refuses a crawl of the public web without a contact, and an option that there is not', async () => {
    await writeFile(
      join(cwd, 'refused.mjs'),
      `import { crawl } from 'eventide'
for (const options of [{}, { pagez: 1 }, { pages: 0 }])
  await crawl({ collection: 'refused', event: 'storm.yaml', seeds: ['http://x.example/'], options }).catch(({ code, message }) =>
    console.log(code, message))\n`,
    )
    const { out } = await node('refused.mjs')
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^no-contact .*options\.contact/),
      expect.stringMatching(/^crawl-option .*"pagez"/),
      expect.stringMatching(/^crawl-option .*pages must be a whole number/),
      '',
    ])
  })
})

describe('eventide --plugin', () => {
  const PLUGIN = 'examples/own-strategy.mjs'

  it('lists registered strategies and formats in the help', async () => {
    const lab = await eventide(['--plugin', PLUGIN, 'lab', 'compare', '--help'], { cwd })
    expect(lab.out).toContain('headlines')
    const exported = await eventide(['export', '--help', '--plugin', PLUGIN], { cwd })
    expect(exported.out).toContain('"markdown"')
  })

  it('exports in a registered format', async () => {
    const { code, out } = await eventide(['export', 'haiyan', '--format', 'markdown', `--plugin=${PLUGIN}`], {
      cwd,
    })
    expect({ code, start: out.slice(0, 3) }).toEqual({ code: 0, start: '- [' })
  })

  it('compares a registered strategy in several processes', async () => {
    const small = ['--web', 'example:1000', '--pages', '20', '--random-seeds', '2', '--jobs', '2', '--quiet']
    const { code, out } = await eventide(
      ['lab', 'compare', '--plugin', PLUGIN, '--strategies', 'headlines,best-first', ...small],
      { cwd },
    )
    expect(code).toBe(0)
    expect(out).toContain('headlines')
  })

  it('judges with a registered strategy', async () => {
    const { code, out } = await eventide(
      ['judge', '--plugin', PLUGIN, '--event', 'event.yaml', 'pages.jsonl', '--strategy', 'headlines'],
      { cwd },
    )
    expect(code).toBe(0)
    expect(JSON.parse(out.split('\n', 1)[0] ?? '').evidence).toHaveProperty('title')
  })

  it('serves registered strategies and formats', async () => {
    const server = await startServer(['collections', '--plugin', PLUGIN], cwd)
    try {
      const text = await (await fetch(new URL('/api/strategies', server.url))).text()
      expect(text).toContain('"headlines"')
    } finally {
      await server.stop()
    }
  })

  it('crawls with a registered strategy in a crawl started through serve', async () => {
    const server = await startServer(['collections', '--plugin', PLUGIN], cwd)
    const crawl = new URL('/api/collections/haiyan/crawl', server.url).href
    try {
      const started = await fetch(`${crawl}/start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ settings: { strategy: 'headlines', morePages: 5 }, seeds: [] }),
      })
      expect({ status: started.status, body: await started.json() }).toMatchObject({ status: 200 })
      const live = await endOf(`${crawl}/live`)
      expect(live).toMatchObject({ state: 'idle', problem: null, fetched: 65 })
      const [verdict] = live.verdicts
      const page = await fetch(new URL(`/api/collections/haiyan/pages/${verdict?.page}`, server.url))
      expect(await page.json()).toMatchObject({
        order: 65,
        strategy: { name: 'headlines' },
        strategyFrom: 'page',
        evidence: { title: { weight: 1 } },
      })
    } finally {
      await server.stop()
    }
  })

  it.each([
    ['a file that does not exist', './missing.mjs', /no plugin \.\/missing\.mjs.*path of a module/],
    ['a package that is not installed', 'no-such-package', /no plugin no-such-package.*installed package/],
    ['a module that throws', 'throws.mjs', /plugin throws\.mjs cannot be loaded: It broke/],
    [
      'a name that is taken',
      'taken.mjs',
      /plugin taken\.mjs cannot be loaded: There is a strategy "tabu" already/,
    ],
  ])('refuses %s', async (_, plugin, message) => {
    await writeFile(join(cwd, 'throws.mjs'), "throw new Error('It broke')\n")
    await writeFile(
      join(cwd, 'taken.mjs'),
      "import { registerStrategy } from 'eventide'\nregisterStrategy('tabu', {})\n",
    )
    const { code, err } = await run(PROGRAM, ['--plugin', plugin, 'event', 'show', 'event.yaml'], {
      cwd,
      env: userEnvironment(),
    })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) })
    expect(err).not.toMatch(/^\s+at /m)
  })
})

interface LiveCrawl {
  readonly state: string
  readonly verdicts: readonly { readonly page: number }[]
}

/** The last state that the live stream of a crawl reports: the first one in which it no longer runs. */
async function endOf(url: string): Promise<LiveCrawl> {
  const leave = new AbortController()
  const { body } = await fetch(url, { signal: leave.signal })
  let text = ''
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      const live = data === undefined ? undefined : (JSON.parse(data) as LiveCrawl)
      if (live?.state !== 'idle') continue
      leave.abort()
      return live
    }
  }
  throw new Error('The stream ended')
}
