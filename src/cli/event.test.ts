import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function show(yaml: string, ...flags: string[]): Promise<string> {
  const file = join(folder, 'event.yaml')
  await writeFile(file, yaml)
  let out = ''
  const terminal = { out: { write: (text: string) => (out += text) }, err: { write: () => '' } }
  await createProgram(terminal).parseAsync(['node', 'eventide', 'event', 'show', file, ...flags])
  return out
}

const EVENT = 'name: Storm\nwhat: [storm]\nstrategy: { name: event-model-sources, importance: thompson }\n'

describe('event show', () => {
  it('lists the options of the strategy below its name', async () => {
    expect(await show(EVENT)).toMatch(/strategy +event-model-sources *\noption +importance = thompson/)
  })

  it('keeps the name of the strategy apart from its options in JSON', async () => {
    expect(JSON.parse(await show(EVENT, '--json'))).toMatchObject({
      strategy: 'event-model-sources',
      strategyOptions: { importance: 'thompson' },
    })
  })

  it('refuses an unknown option with its line', async () => {
    await expect(show(EVENT.replace('importance', 'importanse'))).rejects.toThrow(
      /event\.yaml:3:\d+: strategy event-model-sources: unknown option "importanse" \(did you mean "importance"\?\)/,
    )
  })
})
