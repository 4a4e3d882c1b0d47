import type { Missing } from './draft.ts'
import { JudgePart } from './judge-part.tsx'
import { LearnPart, SeedsPart } from './seeds-part.tsx'
import type { Desk } from './use-desk.ts'
import { WhenPart } from './when-part.tsx'
import { WherePart } from './where-part.tsx'
import { WhoPart, WordsPart } from './words-part.tsx'

interface EventFormProps {
  readonly desk: Desk
  readonly missing: Missing
  readonly disabled: boolean
  /** The YAML cannot be read: the form shows what could be read last. */
  readonly waiting: boolean
  readonly mayWrite: boolean
}

export function EventForm({ desk, missing, disabled, waiting, mayWrite }: EventFormProps) {
  const given = { desk, missing, disabled }
  return (
    <div className="stack">
      {waiting && (
        <p className="notice warn">
          The YAML cannot be read as it stands. The form shows the version before, and waits until it can.
        </p>
      )}
      <WordsPart {...given} />
      <WherePart {...given} />
      <WhenPart {...given} />
      {(mayWrite || desk.draft.who.length > 0) && <WhoPart {...given} />}
      <SeedsPart {...given} />
      {mayWrite && !waiting && <LearnPart desk={desk} />}
      <JudgePart {...given} />
    </div>
  )
}
