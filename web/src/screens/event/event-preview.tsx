import { useMemo, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Moment } from '../../design/dates.tsx'
import { Empty } from '../../design/states.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { InterpretedEvent } from './interpreted-event.tsx'
import { JudgePage } from './judge-page.tsx'
import type { EventEditor } from './use-event-editor.ts'
import { YamlEditor } from './yaml-editor.tsx'

interface EventPreviewProps {
  readonly editor: EventEditor
  readonly mayWrite: boolean
  readonly history: readonly { readonly savedAt: string; readonly yaml: string }[] | undefined
}

type TabName = 'looks' | 'judge' | 'yaml' | 'ontology' | 'history'

/** Beside the form: how the event is interpreted, and its other representations. */
export function EventPreview({ editor, mayWrite, history }: EventPreviewProps) {
  const [chosen, setChosen] = useState<TabName>('looks')
  const refused = editor.problem !== null
  const tabs = [
    { key: 'looks', title: 'Preview', body: () => <InterpretedEvent read={editor.read} /> },
    ...(mayWrite
      ? [{ key: 'judge', title: 'Judge a page', body: () => <JudgePage editor={editor} /> } as const]
      : []),
    {
      key: 'yaml',
      title: refused ? 'YAML (errors)' : 'YAML',
      body: () => <YamlEditor editor={editor} disabled={!mayWrite} />,
    },
    { key: 'ontology', title: 'Ontology', body: () => <OntologyDrawing svg={editor.read?.ontology} /> },
    ...(history
      ? [
          {
            key: 'history',
            title: 'History',
            body: () => <History versions={history} editor={editor} disabled={!mayWrite} />,
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

/** The concepts of the event as a tree. As an image, the SVG runs no script. */
function OntologyDrawing({ svg }: { readonly svg: string | null | undefined }) {
  const url = useMemo(
    () => (svg ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` : null),
    [svg],
  )
  if (!url) {
    return (
      <Empty title="No ontology">
        <p>
          Define concepts in the YAML under <code>concepts:</code>. They group the words of the event, from
          broad to narrow.
        </p>
      </Empty>
    )
  }
  return (
    <section className="ontology" aria-label="Ontology" tabIndex={0}>
      <img src={url} alt="The concepts of the event, from broad to narrow, as a tree" />
    </section>
  )
}

interface HistoryProps {
  readonly versions: readonly { readonly savedAt: string; readonly yaml: string }[]
  readonly editor: EventEditor
  readonly disabled: boolean
}

/** Replaced versions; each can be restored into the editor. */
function History({ versions, editor, disabled }: HistoryProps) {
  if (versions.length === 0) {
    return (
      <Empty title="No earlier versions">
        <p>Each time the event is saved, the previous version is kept here.</p>
      </Empty>
    )
  }
  return (
    <ul className="stack">
      {versions.map((version) => (
        <li key={version.savedAt} className="stack tight">
          <div className="row apart">
            <span>
              Replaced <Moment at={version.savedAt} />
            </span>
            {!disabled && (
              <Button onClick={() => editor.writeYaml(version.yaml)}>Restore this version</Button>
            )}
          </div>
          <details>
            <summary>Show YAML</summary>
            <pre className="version" tabIndex={0}>
              {version.yaml}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  )
}
