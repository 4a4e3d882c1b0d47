import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archivedCases } from './conformance/archived-cases.ts'
import { type MakeBed, onFreshStore } from './conformance/bed.ts'
import { catalogueCases } from './conformance/catalogue-cases.ts'
import { choiceCases } from './conformance/choice-cases.ts'
import { copyCases } from './conformance/copy-cases.ts'
import { curationCases } from './conformance/curation-cases.ts'
import { findCases } from './conformance/find-cases.ts'
import { lookCases } from './conformance/look-cases.ts'
import { queueCases } from './conformance/queue-cases.ts'
import { type Real, steps } from './conformance/queue-commands.ts'
import { QueueModel } from './conformance/queue-model.ts'
import { readsCases } from './conformance/reads-cases.ts'
import { robotsCases } from './conformance/robots-cases.ts'
import { seedCases } from './conformance/seed-cases.ts'
import { sourceCases } from './conformance/source-cases.ts'
import { suspectCases } from './conformance/suspect-cases.ts'

/** Tests every guarantee of `store.ts` on any store. `makeBed` creates an empty location for a store each time. */
export function storeConformance(name: string, makeBed: MakeBed, options: { runs?: number } = {}): void {
  describe(`${name} as a store`, () => {
    queueCases(makeBed)
    choiceCases(makeBed)
    seedCases(makeBed)
    suspectCases(makeBed)
    sourceCases(makeBed)
    catalogueCases(makeBed)
    copyCases(makeBed)
    findCases(makeBed)
    robotsCases(makeBed)
    curationCases(makeBed)
    lookCases(makeBed)
    readsCases(makeBed)
    archivedCases(makeBed)

    it('behaves like a naive queue under any sequence of operations', async () => {
      await fc.assert(
        fc.asyncProperty(steps, (sequence) =>
          onFreshStore(makeBed, async (store, reopen) => {
            const model = new QueueModel()
            const real: Real = { store, reopen }
            for (const step of sequence) {
              await step(model, real)
              expect(await real.store.counts()).toMatchObject(model.counts())
              expect(await real.store.nextReady(model.now)).toBe(model.nextReady())
            }
          }),
        ),
        { numRuns: options.runs ?? 60 },
      )
    })
  })
}
