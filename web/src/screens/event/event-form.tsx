import type { Missing } from './draft.ts'
import { JudgePart } from './judge-part.tsx'
import { LearnPart, SeedsPart } from './seeds-part.tsx'
import type { EventEditor } from './use-event-editor.ts'
import { WhenPart } from './when-part.tsx'
import { WherePart } from './where-part.tsx'
import { WhoPart, WordsPart } from './words-part.tsx'

interface EventFormProps {
  readonly editor: EventEditor
  readonly missing: Missing
  readonly disabled: boolean
  /** The YAML has errors: the form shows the last valid version. */
  readonly waiting: boolean
  readonly mayWrite: boolean
}

export function EventForm({ editor, missing, disabled, waiting, mayWrite }: EventFormProps) {
  const shared = { editor, missing, disabled }
  return (
    <div className="stack">
      {waiting && (
        <p className="notice warn">
          The YAML has errors. The form shows the last valid version and is locked until they are fixed.
        </p>
      )}
      <WordsPart {...shared} />
      <WherePart {...shared} />
      <WhenPart {...shared} />
      {(mayWrite || editor.draft.who.length > 0) && <WhoPart {...shared} />}
      <SeedsPart {...shared} />
      {mayWrite && !waiting && <LearnPart editor={editor} />}
      <JudgePart {...shared} />
    </div>
  )
}
