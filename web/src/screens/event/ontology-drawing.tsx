import { useMemo } from 'react'
import { Empty } from '../../design/states.tsx'

/** The concepts of the event as a tree. An image runs no script, whatever the drawing says. */
export function OntologyDrawing({ svg }: { readonly svg: string | null | undefined }) {
  const url = useMemo(
    () => (svg ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` : null),
    [svg],
  )
  if (!url) {
    return (
      <Empty title="No ontology">
        <p>
          Concepts are written in the YAML, under <code>concepts:</code>. They say what the words of the event
          belong to, from broad to narrow.
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
