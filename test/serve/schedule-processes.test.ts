import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCli } from '../support/run-cli.ts'

/** Several programs are started at once, possibly on a busy machine. */
vi.setConfig({ testTimeout: 300_000 })

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-schedules-'))
  await mkdir(join(folder, 'fire'))
  await writeFile(join(folder, 'fire', 'event.yaml'), 'name: Fire\nwhat: { fire: 1 }\nlanguages: [en]\n')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function add(): Promise<string> {
  const { code, out, err } = await runCli(['schedule', 'add', folder, 'fire', '0 6 * * *', '--json'])
  expect(code, err).toBe(0)
  return JSON.parse(out).id
}

async function remove(id: string): Promise<void> {
  const { code, err } = await runCli(['schedule', 'remove', folder, id])
  expect(code, err).toBe(0)
}

async function stored(): Promise<string[]> {
  const { schedules } = JSON.parse(await readFile(join(folder, 'schedules.json'), 'utf8'))
  return schedules.map(({ id }: { id: string }) => id).sort()
}

describe('eventide schedule in several processes at once', () => {
  it('loses no addition and no removal', async () => {
    const first = await Promise.all(Array.from({ length: 4 }, add))
    expect(await stored()).toEqual([...first].sort())
    const [added] = await Promise.all([
      Promise.all([add(), add()]),
      Promise.all(first.slice(0, 2).map(remove)),
    ])
    expect(await stored()).toEqual([...first.slice(2), ...added].sort())
  })

  it('says that the file is damaged, and leaves it as it is', async () => {
    await writeFile(join(folder, 'schedules.json'), '')
    const { code, err } = await runCli(['schedule', 'add', folder, 'fire', '0 6 * * *'])
    expect(code).toBe(2)
    expect(err).toContain(`${join(folder, 'schedules.json')} is not a list of schedules`)
    expect(await readFile(join(folder, 'schedules.json'), 'utf8')).toBe('')
  })
})
