import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, slowest first: a file started last would run alone at the end. */
const SLOWEST = [
  'kill/kill',
  'hostile/growth',
  'power/power',
  'black-box/commands',
  'kill/commands',
  'recover/damage',
  'web/audit',
  'web/shell',
  'web/crawl',
  'black-box/docs',
  'render/render',
  'crawl/end-to-end',
  'recover/rebuild',
  'kill/many-kills',
  'black-box/library',
  'web/library',
]

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return index < 0 ? SLOWEST.length : index
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** Four times the slowest test on two idle cores: the limit ends tests that hang; it does not measure speed. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...LIMITS,
          name: 'source',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: ['test/black-box/**'],
        },
      },
      {
        test: {
          ...LIMITS,
          name: 'black-box',
          include: ['test/black-box/*.test.ts'],
          globalSetup: ['test/black-box/setup.ts'],
        },
      },
    ],
    sequence: { sequencer: SlowestFirst },
    // The smallest supported machine has two cores; more workers would only compete for them.
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary'],
    },
  },
})
