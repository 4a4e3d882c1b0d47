// A strategy that ends the process on one page, as a fault of the runtime or of memory would.
import { defineStrategy, registerStrategy, z } from 'eventide'

registerStrategy(
  'crashing',
  defineStrategy({
    summary: 'crashes on one page',
    from: 'the kill tests',
    options: z.object({}),
    create: () => ({
      name: 'crashing',
      judge(page) {
        if (page.url === process.env.EVENTIDE_CRASH_ON) process.kill(process.pid, 'SIGKILL')
        return { relevance: 1, relevant: true, evidence: {} }
      },
      score: (links) => links.map(() => ({ score: 0.5, evidence: {} })),
    }),
  }),
)
