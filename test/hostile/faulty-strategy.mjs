// A strategy with a fault: it never returns, or throws, from one method on some pages. Both are chosen by the environment.
import { writeFileSync } from 'node:fs'
import { defineStrategy, registerStrategy, z } from 'eventide'

const { FAULT, FAULT_IN, FAULT_ON = '', STUCK_PID } = process.env

/** Works for ever, or waits for ever without using the processor. */
function stick() {
  if (STUCK_PID) writeFileSync(STUCK_PID, String(process.pid))
  while (FAULT === 'loops') {}
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function meet(method, url = '') {
  if (method !== FAULT_IN || !url.includes(FAULT_ON)) return
  if (FAULT !== 'throws') stick()
  throw new RangeError(`no ${method} today`)
}

registerStrategy(
  'faulty',
  defineStrategy({
    summary: 'has a fault',
    from: 'the hostile tests',
    options: z.object({}),
    create: () => ({
      name: 'faulty',
      judge(page) {
        meet('judge', page.url)
        return { relevance: 1, relevant: true, evidence: {} }
      },
      score(links, { page }) {
        meet('score', page.url)
        return links.map(() => ({ score: 0.5, evidence: {} }))
      },
      observe({ url }) {
        meet('observe', url)
      },
      select(candidates, n) {
        meet('select')
        return candidates.slice(0, n)
      },
    }),
  }),
)
