import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LabReport } from '../lab/report/report.ts'
import { labCommand } from './lab.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eventide-lab-cli-'))
  await writeFile(join(dir, 'web.jsonl'), '{"url":"http://a.example/","title":"A flood","links":[]}\n')
  await writeFile(join(dir, 'event.yaml'), 'name: Flood\nwhat: [flood]\nseeds: [http://a.example/]\n')
  await writeFile(join(dir, 'seedless.yaml'), 'name: Flood\nwhat: [flood]\n')
  await writeFile(join(dir, 'far.yaml'), 'name: Flood\nwhat: [flood]\nseeds: [http://b.example/]\n')
  await writeFile(join(dir, 'empty.json'), '[]')
})
afterAll(() => rm(dir, { recursive: true }))

async function run(args: string): Promise<{ out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const into = (pieces: string[]) => (text: string) => void pieces.push(text)
  const program = new Command()
  labCommand(program, { out: { write: into(out) }, err: { write: into(err) } })
  for (const command of [program, ...program.commands, ...program.commands.flatMap((c) => c.commands)])
    command.exitOverride().configureOutput({ writeErr: into(err) })
  await program.parseAsync(['node', 'eventide', 'lab', 'compare', ...args.replaceAll('DIR', dir).split(' ')])
  return { out: out.join(''), err: err.join('') }
}

describe('lab compare refuses', () => {
  it.each([
    ['--strategies best-frist', 'did you mean "best-first"'],
    ['--strategies best-first,best-first', 'twice'],
    ['--strategies best-first --option best-first.treshold=1', 'best-first'],
    ['--strategies best-first --option breadth-first.x=1', 'not among the strategies'],
    ['--strategies best-first --option threshold=1', 'write strategy.key=value'],
    ['--strategies best-first:threshold', 'write key=value'],
    ['--web example:10', 'the example web can have'],
    ['--web pages.csv', 'use example'],
    ['--web DIR/none.jsonl', 'the file does not exist'],
    ['--web DIR/web.jsonl', 'Specify an event'],
    ['--web DIR/web.jsonl --event DIR/none.yaml', 'the file does not exist'],
    ['--web DIR/web.jsonl --core --event DIR/event.yaml', '--events'],
    ['--web DIR/web.jsonl --events DIR/empty.json', 'lists no event'],
    ['--web DIR/web.jsonl --events DIR/empty.json --event DIR/event.yaml', 'omit --event'],
    ['--web DIR/web.jsonl --event DIR/event.yaml --relevant x --labels y', 'not both'],
    ['--web example --event DIR/event.yaml', 'its own event'],
    ['--web example --warc a.warc', 'either --web or --warc'],
    ['--web DIR/web.jsonl --event DIR/far.yaml', 'None of the seeds is in the web'],
    ['--web DIR/web.jsonl --event DIR/seedless.yaml', 'There are no seeds'],
    ['--warc DIR/none.warc --event DIR/event.yaml', 'the file does not exist'],
    ['--seeds 5', '--random-seeds 5'],
    ['--jobs 0', 'whole number'],
  ])('%s', async (args, message) => {
    const failed = await run(`${args} --quiet`).then(
      () => 'not refused',
      (error: Error) => error.message,
    )
    expect(failed).toContain(message)
  })
})

describe('lab compare', () => {
  it('writes the report as HTML and JSON, and reports missing labels', async () => {
    const args =
      '--web DIR/web.jsonl --event DIR/event.yaml --strategies best-first --pages 5 --random-seeds 1'
    const { out, err } = await run(`${args} --quiet -o DIR/report`)
    expect(out).toContain('There are no labels')
    expect(out).toContain('means over 1 random seed. ')
    expect(err).toContain('report.html')
    const report = JSON.parse(await readFile(join(dir, 'report/report.json'), 'utf8')) as LabReport
    expect(report.runs).toMatchObject([{ fetched: 1, end: 'exhausted', relevantPages: null }])
    expect(await readFile(join(dir, 'report/report.html'), 'utf8')).toContain('There are no labels')
    const again = JSON.parse((await run(`${args} --quiet --json`)).out) as LabReport
    expect(again.runs[0]?.curve).toEqual(report.runs[0]?.curve)
  })

  it('uses a label as truth, and compares variants of one strategy', async () => {
    await writeFile(
      join(dir, 'labelled.jsonl'),
      '{"url":"http://a.example/","title":"A flood","labels":["f"]}\n',
    )
    const { out } = await run(
      '--web DIR/labelled.jsonl --event DIR/event.yaml --relevant f --strategies best-first,best-first:threshold=0.9 --pages 5 --random-seeds 1 --quiet',
    )
    expect(out).toMatch(/best-first +1\.000 +1\.000/)
    expect(out).toContain('best-first:threshold=0.9')
  })
})
