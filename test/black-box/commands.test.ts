import { readFileSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { done, eventide, INSTALLED, scratchFolder } from './bed.ts'
import { createBench } from './cases/bench.ts'
import { crawlingCases } from './cases/crawling.ts'
import { describingCases } from './cases/describing.ts'
import { libraryCases } from './cases/library.ts'
import { servingCases } from './cases/serving.ts'
import { fillFolder } from './materials.ts'

await done('package')
const cwd = await scratchFolder()

/** The exit codes that the docs of the installed package list. */
const exitCodes = new Set(
  Array.from(readFileSync(join(INSTALLED, 'docs/cli.md'), 'utf8').matchAll(/^\| (\d+) \| \w+ \|/gm), (row) =>
    Number(row[1]),
  ),
)

describe('every command of the installed program', () => {
  beforeAll(() => fillFolder(cwd))
  const bench = createBench(cwd, exitCodes)
  describingCases(bench)
  crawlingCases(bench)
  libraryCases(bench)
  servingCases(bench)

  it('has a use and a bad input here', async () => {
    const commands = await listedCommands()
    expect(commands.length).toBeGreaterThan(20)
    expect([...bench.used].sort()).toEqual(commands)
    expect([...bench.refused].sort()).toEqual(commands)
  })

  it('is refused by name when there is no such command or option', async () => {
    const command = await eventide(['crwal'], { cwd })
    expect(command).toMatchObject({ code: 2, err: expect.stringContaining('crawl') })
    const option = await eventide(['crawl', 'haiyan', '--nonsense'], { cwd })
    expect(option).toMatchObject({ code: 2, err: expect.stringContaining('--nonsense') })
  })

  it('ends with code 3 when verify finds a problem', async () => {
    const archive = join(cwd, 'damaged/archive')
    await cp(join(cwd, 'haiyan'), join(cwd, 'damaged'), { recursive: true })
    const [file = ''] = await readdir(archive)
    const bytes = await readFile(join(archive, file))
    const middle = Math.floor(bytes.length / 2)
    await writeFile(join(archive, file), bytes.fill(0, middle, middle + 100))
    const damaged = await eventide(['verify', 'damaged'], { cwd })
    expect(damaged.code).toBe(3)
    expect(exitCodes).toContain(3)
  })
})

/** Every command and sub-command that the program lists in its own help. */
async function listedCommands(): Promise<string[]> {
  const below = async (path: readonly string[]): Promise<string[]> => {
    const { out } = await eventide([...path, '--help'], { cwd })
    const [, list = ''] = out.split('\nCommands:\n')
    const names = Array.from(
      list.split('\n\n', 1)[0]?.matchAll(/^ {2}([a-z][a-z-]*)/gm) ?? [],
      (row) => row[1] ?? '',
    )
    const children = names.filter((name) => name !== 'help')
    if (children.length === 0) return [path.join(' ')]
    return (await Promise.all(children.map((name) => below([...path, name])))).flat()
  }
  return (await below([])).sort()
}
