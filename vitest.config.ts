import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, in this order: begun last, it would run alone at the end. */
const LONGEST = ['kill/kill', 'web-audit', 'end-to-end', 'web-crawl', 'web-shell', 'render', 'web-library']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return place < 0 ? LONGEST.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    // Four times what the longest takes on two idle cores: a limit is there to end what hangs, not to measure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are the smallest machine this runs on; more workers than that only make tests wait for each other.
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary'],
    },
  },
})
