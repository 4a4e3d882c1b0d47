import { type RefObject, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Chip, type Tone } from '../../design/chip.tsx'
import { count, plural, score } from '../../design/format.ts'
import { type Graph, type Link as GraphLink, STANDING_LABELS, type Standing } from './graph-data.ts'

const TONES: Readonly<Record<Standing, Tone | undefined>> = {
  kept: 'good',
  mixed: 'warn',
  rejected: 'bad',
  unseen: undefined,
}

interface GraphFactsProps {
  readonly collection: string
  readonly graph: Graph
  readonly node: number | null
  readonly onSelect: (node: number) => void
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** What is known of the chosen node, and whom it is linked with. */
export function GraphFacts({ collection, graph, node, onSelect, heading }: GraphFactsProps) {
  const known = node === null ? undefined : graph.nodes[node]
  if (node === null || !known) {
    return (
      <Card title="Selected node" className="graph-facts">
        <p className="muted">Select a node in the drawing or the list to see its details and links.</p>
      </Card>
    )
  }
  const standing = graph.standings[node]!
  const at = encodeURIComponent(collection)
  return (
    <Card className="graph-facts">
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{known.label}</bdi>
      </h2>
      <div className="row">
        <Chip tone={TONES[standing]}>{STANDING_LABELS[standing]}</Chip>
        {known.page === null ? (
          <>
            <Link href={`/c/${at}/sources?source=${encodeURIComponent(known.label)}`}>Source</Link>
            <Link href={`/library?in=${at}&site=${encodeURIComponent(known.label)}&verdict=all`}>Pages</Link>
          </>
        ) : (
          <Link href={`/c/${at}/pages/${known.page}`}>Page</Link>
        )}
      </div>
      <dl className="facts figures">
        <Fact name="Fetched pages" value={count(known.fetched)} />
        <Fact name="Kept pages" value={count(known.kept)} />
        <Fact name="Relevance" value={known.fetched === 0 ? 'not judged' : score(known.relevance)} />
        <Fact name="Depth" value={count(known.depth)} />
      </dl>
      <Links
        key={`in ${node}`}
        title="Linked from"
        graph={graph}
        links={graph.inward[node]!}
        onSelect={onSelect}
      />
      <Links
        key={`out ${node}`}
        title="Links to"
        graph={graph}
        links={graph.outward[node]!}
        onSelect={onSelect}
      />
    </Card>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Links listed at first. */
const SHOWN = 12

interface LinksProps {
  readonly title: string
  readonly graph: Graph
  readonly links: readonly GraphLink[]
  readonly onSelect: (node: number) => void
}

function Links({ title, graph, links, onSelect }: LinksProps) {
  const [all, setAll] = useState(false)
  return (
    <div className="stack tight">
      <h3>
        {title} <span className="muted figures">{count(links.length)}</span>
      </h3>
      {links.length > 0 && (
        <ul className="graph-links">
          {(all ? links : links.slice(0, SHOWN)).map(({ node, weight }) => (
            <li key={node}>
              <button type="button" onClick={() => onSelect(node)}>
                <bdi>{graph.nodes[node]!.label}</bdi>
              </button>{' '}
              <span className="small muted figures">
                {STANDING_LABELS[graph.standings[node]!]}, {plural(weight, 'link')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!all && links.length > SHOWN && (
        <Button look="quiet" onClick={() => setAll(true)}>
          Show all {count(links.length)}
        </Button>
      )}
    </div>
  )
}
