import { describe, expect, it } from 'vitest'
import { drawKills, killedCommands } from './command-harness.ts'
import { createIslandWeb } from './island-web.ts'

/** EVENTIDE_KILL_SEEDS=100 npx vitest run test/kill/commands.test.ts; with EVENTIDE_KILL_FIRST=17 from seed 17. */
const SEEDS = Number(process.env.EVENTIDE_KILL_SEEDS ?? 3)
const FIRST = Number(process.env.EVENTIDE_KILL_FIRST ?? 1)
const seeds = Array.from({ length: SEEDS }, (_, i) => FIRST + i)

describe.skipIf(process.platform === 'win32')('commands killed one after the other on one collection', () => {
  it.each(seeds)(
    'seed %i',
    async (seed) => {
      const { plan, problems, pages, counts } = await killedCommands(drawKills(seed))
      const context = `seed ${seed}: ${plan.join('; ')}`
      expect(problems, context).toEqual([])
      expect(pages, context).toEqual([...createIslandWeb().pages()].sort())
      expect(counts, context).toMatchObject({ queued: 0, leased: 0 })
    },
    300_000,
  )
})
