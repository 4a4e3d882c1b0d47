import { useState } from 'react'
import { Tabs } from '../../design/tabs.tsx'
import { History } from './history.tsx'
import { JudgePage } from './judge-page.tsx'
import { LooksFor } from './looks-for.tsx'
import { OntologyDrawing } from './ontology-drawing.tsx'
import type { Desk } from './use-desk.ts'
import { YamlEditor } from './yaml-editor.tsx'

interface EventPreviewProps {
  readonly desk: Desk
  readonly mayWrite: boolean
  readonly history: readonly { readonly savedAt: string; readonly yaml: string }[] | undefined
}

type TabName = 'looks' | 'judge' | 'yaml' | 'ontology' | 'history'

/** Beside the form: what becomes of it. */
export function EventPreview({ desk, mayWrite, history }: EventPreviewProps) {
  const [chosen, setChosen] = useState<TabName>('looks')
  const refused = desk.problem !== null
  const tabs = [
    { key: 'looks', title: 'Looks for', body: () => <LooksFor read={desk.read} /> },
    ...(mayWrite
      ? [{ key: 'judge', title: 'Judge a page', body: () => <JudgePage desk={desk} /> } as const]
      : []),
    {
      key: 'yaml',
      title: refused ? 'YAML (cannot be read)' : 'YAML',
      body: () => <YamlEditor desk={desk} disabled={!mayWrite} />,
    },
    { key: 'ontology', title: 'Ontology', body: () => <OntologyDrawing svg={desk.read?.ontology} /> },
    ...(history
      ? [
          {
            key: 'history',
            title: 'History',
            body: () => <History versions={history} desk={desk} disabled={!mayWrite} />,
          } as const,
        ]
      : []),
  ] as const
  return (
    <div className="card event-preview">
      <Tabs<TabName> label="The event" tabs={tabs} active={chosen} onChange={setChosen} />
    </div>
  )
}
