import './graph.css'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { count } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { saveText } from '../save-text.ts'
import { GraphCanvas } from './graph-canvas.tsx'
import { type Graph, indexGraph, nodeInWords } from './graph-data.ts'
import { edgesCsv, graphJson, graphSvg, nodesCsv } from './graph-export.ts'
import { GraphFacts } from './graph-facts.tsx'
import { GraphLegend } from './graph-legend.tsx'
import { GraphList } from './graph-list.tsx'
import type { LayoutName } from './layout-messages.ts'
import { type Layout, useLayout } from './use-layout.ts'
import { useGraphColours } from './use-scene.ts'

const LIMITS = ['100', '300', '1000', '2000'] as const
type Limit = (typeof LIMITS)[number]

export function GraphScreen({ collection = '' }: { readonly collection?: string }) {
  const [of, setOf] = useState<'sources' | 'pages'>('sources')
  const [limit, setLimit] = useState<Limit>('300')
  const [name, setName] = useState<LayoutName>('force')
  const args = { params: { id: collection }, query: { of, limit } }
  const { data, problem, reload } = useCall('GET /api/collections/:id/graph', args)
  const graph = useMemo(() => (data ? indexGraph(data) : null), [data])
  const layout = useLayout(graph, name)
  return (
    <div className="stack">
      <ScreenHead
        title="Graph"
        actions={layout && <Exports collection={collection} layout={layout} of={of} />}
      >
        Who linked to whom, and what came of it.
      </ScreenHead>
      <div className="graph-choices">
        <Select
          label="Nodes are"
          value={of}
          onChange={setOf}
          options={[
            { value: 'sources', label: 'Sources' },
            { value: 'pages', label: 'Pages' },
          ]}
        />
        <Select
          label="At most"
          value={limit}
          onChange={setLimit}
          options={LIMITS.map((value) => ({ value, label: `${count(Number(value))} nodes` }))}
        />
        <Select
          label="Arranged"
          value={name}
          onChange={setName}
          options={[
            { value: 'force', label: 'By their links' },
            { value: 'layers', label: 'By links from a seed' },
          ]}
        />
      </div>
      {problem && <Problem problem={problem} onRetry={reload} />}
      {!graph && !problem && <Skeleton lines={8} />}
      {graph?.nodes.length === 0 && (
        <Empty title="Nothing to draw yet">
          <p>
            The graph grows with the <Link href={`/c/${encodeURIComponent(collection)}/crawl`}>crawl</Link>.
          </p>
        </Empty>
      )}
      {graph && graph.nodes.length > 0 && (
        <>
          <p className="muted figures" role="status">
            {count(graph.nodes.length)} nodes, {count(graph.weights.length)} links
            {data?.truncated ? '; the most telling of more' : ''}
            {layout?.done ? '' : '; being arranged'}
          </p>
          <Desk key={of + limit} collection={collection} graph={graph} layout={layout} arranged={name} />
        </>
      )}
    </div>
  )
}

interface DeskProps {
  readonly collection: string
  readonly graph: Graph
  readonly layout: Layout | null
  readonly arranged: LayoutName
}

function Desk({ collection, graph, layout, arranged }: DeskProps) {
  const [tab, setTab] = useState<'drawing' | 'list'>('drawing')
  const [selected, setSelected] = useState<number | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const announce = useAnnounce()
  const select = (node: number | null) => {
    setSelected(node)
    if (node !== null && node !== selected) announce(nodeInWords(graph, node), { quiet: true })
  }
  const enter = () => heading.current?.focus()
  return (
    <div className="graph-desk">
      <Tabs
        label="Views of the graph"
        active={tab}
        onChange={setTab}
        tabs={[
          {
            key: 'drawing',
            title: 'Drawing',
            body: () => (
              <div className="stack tight">
                <GraphLegend />
                {layout ? (
                  <GraphCanvas
                    key={arranged}
                    layout={layout}
                    selected={selected}
                    onSelect={select}
                    onEnter={enter}
                  />
                ) : (
                  <Skeleton label="Arranging the graph" lines={8} />
                )}
              </div>
            ),
          },
          { key: 'list', title: 'List', body: () => <GraphList graph={graph} onSelect={select} /> },
        ]}
      />
      <GraphFacts collection={collection} graph={graph} node={selected} onSelect={select} heading={heading} />
    </div>
  )
}

interface ExportsProps {
  readonly collection: string
  readonly layout: Layout
  readonly of: string
}

function Exports({ collection, layout: { graph, positions }, of }: ExportsProps) {
  const colours = useGraphColours()
  const name = `${collection}-${of}`
  const csv = 'text/csv;charset=utf-8'
  return (
    <>
      <Button
        icon="download"
        onClick={() => saveText(`${name}.svg`, 'image/svg+xml', graphSvg(graph, positions, colours))}
      >
        SVG
      </Button>
      <Button
        icon="download"
        onClick={() => saveText(`${name}.json`, 'application/json', graphJson(graph, positions))}
      >
        JSON
      </Button>
      <Button icon="download" onClick={() => saveText(`${name}-nodes.csv`, csv, nodesCsv(graph))}>
        CSV of nodes
      </Button>
      <Button icon="download" onClick={() => saveText(`${name}-links.csv`, csv, edgesCsv(graph))}>
        CSV of links
      </Button>
    </>
  )
}
