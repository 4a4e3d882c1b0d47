import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openForCrawl } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { EXIT_CODES } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import type { createStrategy } from '../score/registry.ts'
import { pageOutcome, storePage } from '../store/conformance/bed.ts'
import { calibrateCommand } from './calibrate.ts'
import { exportCommand } from './export.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eventide-calibrate-'))
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(() => rm(dir, { recursive: true }))

const EVENT = `# A flood, and others like it elsewhere
name:  River flood
what: {flood: 1,river:  0.8, dam: 0.6, rescue: 0.5, rain: 0.4, water: 0.3}   # by hand
when: 2024-05-02
`

/** Measures the share of the event's words in the title, and how near the day is: enough to have two parts. */
const make: typeof createStrategy = (name, { event }) => ({
  name,
  judge(page) {
    const title = page.title.toLowerCase()
    const found = event.what.filter(({ term }) => title.includes(term))
    const topic = { value: found.length / event.what.length, weight: 0.5, because: [] }
    const date = { value: nearness(event, page.published), weight: 0.5, because: [] }
    const { topic: byTopic = 0, date: byDate = 0 } = event.judge?.weights ?? { topic: 0.5, date: 0.5 }
    const known = byTopic + (date.value === null ? 0 : byDate)
    const relevance = (byTopic * topic.value + byDate * (date.value ?? 0)) / known
    const threshold = event.judge?.threshold ?? 0.9
    return { relevance, relevant: relevance >= threshold, evidence: { topic, date } }
  },
  score: (links) => links.map(() => ({ score: 0, evidence: {} })),
})
function nearness(event: EventModel, day: string | null): number | null {
  if (day === null || event.when.start === undefined) return null
  return Math.max(0, 1 - Math.abs(Date.parse(day) - Date.parse(event.when.start)) / (10 * 86_400_000))
}

const line = (n: number, title: string, day: string | undefined, label: unknown) =>
  JSON.stringify({
    url: `https://news.example/${n}`,
    html: `<html lang="en"><title>${title}</title><p>Page number ${n} of the sample.</p>`,
    date: day,
    label,
  })

/** Relevant pages are about a flood in May; look-alikes about one in March; others about neither. */
function sample(pages: number, yes: readonly unknown[] = [true], no: readonly unknown[] = [false]): string {
  const lines: string[] = []
  for (let n = 0; n < pages; n++) {
    const label = n % 2 === 0
    const day = label ? `2024-05-0${2 + (n % 3)}` : n % 4 === 1 ? '2024-03-01' : undefined
    const title =
      label || n % 4 === 1 ? 'Flood: river over the dam, rescue in the rain' : 'Football in the rain'
    lines.push(line(n, title, day, label ? yes[n % yes.length] : no[n % no.length]))
  }
  return `${lines.join('\n')}\n`
}

async function files(labelled: string, event = EVENT): Promise<{ event: string; labelled: string }> {
  const folder = await mkdtemp(join(dir, 'run-'))
  const paths = { event: join(folder, 'event.yaml'), labelled: join(folder, 'labelled.jsonl') }
  await writeFile(paths.event, event)
  await writeFile(paths.labelled, labelled)
  return paths
}

async function runWith(
  strategy: typeof createStrategy,
  args: string[],
): Promise<{ out: string; err: string }> {
  const written = { out: '', err: '' }
  const terminal = {
    out: { write: (text: string) => (written.out += text) },
    err: { write: (text: string) => (written.err += text) },
  }
  const program = new Command('eventide').exitOverride()
  calibrateCommand(program, terminal, strategy)
  exportCommand(program, terminal)
  const command = args[0] === 'export' ? args : ['calibrate', '--reading-workers', '0', ...args]
  await program.parseAsync(command, { from: 'user' })
  return written
}

const run = (...args: string[]) => runWith(make, args)

it('shows what it learned and the section to paste', async () => {
  const { event, labelled } = await files(sample(80))
  const { out } = await run('--event', event, labelled)
  expect(out).toContain('80 labels: 40 relevant, 40 irrelevant')
  // Topic: half of the others are look-alikes, F1 80/100. Date: the day tells all, F1 1. Shares: 4/9 and 5/9.
  expect(out).toMatch(/^topic\s+100 %\s+0\.\d\d\s+0\.800\s+0\.44$/m)
  expect(out).toMatch(/^date\s+75 %\s+0\.\d\d\s+1\.000\s+0\.56$/m)
  expect(out).toMatch(/^everything\s+0\.500 ± 0\.000\s+1\.000 ± 0\.000\s+0\.667/m)
  expect(out).toMatch(/^calibrated\s+1\.000 ± 0\.000\s+1\.000 ± 0\.000\s+1\.000 ± 0\.000\s+0\.9\d to 1\.00$/m)
  expect(out).toMatch(/^topic terms 5 \(F1 by number of terms: 5: 1\.000, 6: 1\.000\)$/m)
  expect(out).toContain('80 labels: firm')
  const section = parse(out.slice(out.indexOf('\njudge:')))
  expect(section.judge.weights).toEqual({ topic: 0.44, date: 0.56 })
  expect(section.judge.terms).toBe(5)
  expect(await readFile(event, 'utf8')).toBe(EVENT)
})

it('prints the same report as JSON, reproducibly', async () => {
  const { event, labelled } = await files(sample(80))
  const first = await run('--event', event, labelled, '--json')
  const report = JSON.parse(first.out)
  expect(report).toMatchObject({
    labels: { relevant: 40, irrelevant: 40 },
    validation: { folds: 5, leaveOneOut: false },
    certainty: 'firm',
    written: false,
    judge: { weights: { topic: 0.44, date: 0.56 }, terms: 5 },
  })
  expect(report.judges.map((judge: { name: string }) => judge.name)).toContain('calibrated')
  expect((await run('--event', event, labelled, '--json')).out).toBe(first.out)
})

it('writes into the file, keeps everything else and its permissions, and measures against it the next time', async () => {
  const { event, labelled } = await files(sample(40))
  await chmod(event, 0o640)
  const link = `${event}.link.yaml`
  await symlink(event, link)
  const { err, out } = await run('--event', link, labelled, '--write')
  expect(err).toContain('updated')
  expect(out).not.toContain('judge:')
  const text = await readFile(event, 'utf8')
  expect(text.startsWith(EVENT)).toBe(true)
  expect(text).toMatch(/threshold: 0\.\d+ # calibrated: 40 labels; F1 1\.00 \(0\.\d\d to 1\.00\)/)
  expect((await stat(event)).mode & 0o777).toBe(0o640)
  expect((await readdir(join(event, '..'))).filter((name) => name.includes('partial'))).toEqual([])

  const again = await run('--event', event, labelled, '--json')
  const names = JSON.parse(again.out).judges.map((judge: { name: string }) => judge.name)
  expect(names).toEqual(['everything', 'topic', 'date', 'defaults', 'event file', 'calibrated'])
  // The terms that the first run left out are tried again.
  expect(JSON.parse(again.out).terms.tried).toHaveLength(2)
})

it('warns when the strategy does not judge by the learned weights', async () => {
  const { event, labelled } = await files(sample(24))
  expect((await run('--event', event, labelled)).out).not.toContain('does not judge by')
  const deaf: typeof createStrategy = (name, context) =>
    make(name, { ...context, event: { ...context.event, judge: undefined } })
  // The six pages without a day have nothing but their topic to judge by: there the weights do not matter.
  const { out } = await runWith(deaf, ['--event', event, labelled])
  expect(out).toContain(
    'The strategy event-model does not judge by judge: as it is calibrated (18 of 24 pages)',
  )
})

it('accepts every spelling of a label', async () => {
  const yes = [true, 1, 'relevant', 'yes']
  const no = [false, 0, 'irrelevant', 'no']
  const all = await files(sample(24, yes, no))
  const { out } = await run('--event', all.event, all.labelled, '--json')
  expect(JSON.parse(out)).toMatchObject({
    labels: { relevant: 12, irrelevant: 12 },
    validation: { leaveOneOut: false },
  })
})

it.each([
  ['maybe', 'not "maybe"'],
  [2, 'not 2'],
])(
  'skips a line with the label %j, reports it with its number, and ends at it when strict',
  async (label, problem) => {
    const { event, labelled } = await files(`${sample(24)}\n${line(99, 'b', undefined, label)}\n`)
    const { out, err } = await run('--event', event, labelled)
    expect(out).toContain('24 labels: 12 relevant, 12 irrelevant')
    expect(err).toContain('labelled.jsonl:26: "label" must be true or false')
    expect(err).toContain(problem)
    expect(err).toContain('1 of 25 lines skipped')
    expect(process.exitCode).toBe(EXIT_CODES.problems)
    await expect(run('--event', event, labelled, '--strict')).rejects.toThrow(':26: "label" must be')
  },
)

it('ignores lines without a label, and reports how many', async () => {
  const unlabelled = [undefined, null].map((label, i) => line(90 + i, 'b', undefined, label))
  const { event, labelled } = await files(`${sample(24)}${unlabelled.join('\n')}\n`)
  const { out, err } = await run('--event', event, labelled)
  expect(out).toContain('24 labels: 12 relevant, 12 irrelevant')
  expect(err).toBe('2 lines without a label were ignored\n')
})

it('counts a page once, and refuses one that is labelled both ways', async () => {
  const doubled = await files(sample(24) + sample(24))
  const { out } = await run('--event', doubled.event, doubled.labelled, '--json')
  expect(JSON.parse(out).labels).toEqual({ relevant: 12, irrelevant: 12 })
  const torn = await files(`${line(1, 'a', undefined, true)}\n${line(1, 'a', undefined, false)}\n`)
  await expect(run('--event', torn.event, torn.labelled)).rejects.toThrow(
    /:2: this page is labelled irrelevant here and relevant at .*:1/,
  )
})

it('refuses too few labels, and pages without labels', async () => {
  const few = await files(sample(3))
  await expect(run('--event', few.event, few.labelled)).rejects.toThrow('2 relevant and 1 irrelevant pages')
  await expect(run('--event', few.event, 'urls.txt')).rejects.toThrow('JSON lines')
  const html = join(dir, 'page.html')
  await writeFile(html, '<p>x')
  await expect(run('--event', few.event, html)).rejects.toThrow('JSON lines')
})

describe('with a collection', () => {
  const DECISION = { reason: '', at: '2024-05-03T00:00:00Z' }

  /** Pages like those of the sample; curators have decided about the first `decided` of them. */
  async function collection(pages: number, decided: number): Promise<string> {
    const { event: eventFile } = await files('')
    const made = join(eventFile, '..', 'made')
    const into = { eventFile, seeds: ['https://seed.example/'], delayMs: 0 }
    const { store } = await openForCrawl(made, into, eventContext)
    for (let n = 0; n < pages; n++) {
      const relevant = n % 2 === 0
      const title = relevant ? 'Flood: river over the dam, rescue in the rain' : 'Football in the rain'
      const published = relevant ? '2024-05-03' : '2024-03-01'
      const text = `Page number ${n} of the sample.`
      const page = await storePage(
        store,
        `h${n}`,
        pageOutcome({ title, text, published }, { relevant: false }),
      )
      const decision = relevant ? 'accepted' : 'rejected'
      if (n < decided) await store.curate({ target: { page }, decision, ...DECISION })
    }
    await store.close()
    return made
  }

  it("learns from curators' decisions, and reports how many there are", async () => {
    const made = await collection(30, 24)
    const { out, err } = await run(made, '--write')
    expect(out).toContain('24 labels: 12 relevant, 12 irrelevant')
    expect(err).toContain(`24 decisions of curators in ${made}: 12 accepted, 12 rejected\n`)
    expect(await readFile(join(made, 'event.yaml'), 'utf8')).toContain('judge:')
  })

  it('advises what to do when decisions are too few or one-sided', async () => {
    const made = await collection(3, 1)
    await expect(run(made)).rejects.toThrow(
      `1 relevant and 0 irrelevant pages: calibrating needs at least 2 of each, and a few dozen of each to be useful. Accept pages about the event and reject others, in the browser or with: eventide curate ${made} reject <url>`,
    )
  })

  it.each([
    ['without their text, which it takes from the collection', []],
    ['with their text', ['--text']],
  ])('takes the lines of export --all %s', async (_, text) => {
    const made = await collection(24, 0)
    const lines = join(made, '..', 'pages.jsonl')
    await run('export', made, '--all', ...text, '-o', lines)
    const labelled = (await readFile(lines, 'utf8'))
      .trim()
      .split('\n')
      .map((one) => JSON.stringify({ ...JSON.parse(one), label: one.includes('Flood') }))
    await writeFile(lines, labelled.join('\n'))
    const { out } = await run(made, lines)
    expect(out).toContain('24 labels: 12 relevant, 12 irrelevant')
    const elsewhere = await files('')
    const event = text.length > 0 ? elsewhere.event : join(made, 'event.yaml')
    expect((await run('--event', event, lines)).out).toContain('24 labels: 12 relevant, 12 irrelevant')
  })

  it('reports lines without a page when no collection is named', async () => {
    const { event, labelled } = await files('{"url": "https://a.example/", "label": true}\n')
    await expect(run('--event', event, labelled, '--strict')).rejects.toThrow(
      ':1: the line has neither "html" nor "text": name the collection it was exported from as well',
    )
  })
})
