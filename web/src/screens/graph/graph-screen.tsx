import './graph.css'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { downloadText } from '../../design/download.ts'
import { count, plural } from '../../design/format.ts'
import { Select } from '../../design/select.tsx'
import { Empty, Problem, Skeleton } from '../../design/states.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { ScreenHead } from '../../shell/screen-head.tsx'
import { GraphCanvas } from './graph-canvas.tsx'
import { describeNode, type Graph, indexGraph } from './graph-data.ts'
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
        Links between sources or pages, and what was kept.
      </ScreenHead>
      <div className="graph-choices">
        <Select
          label="Nodes"
          value={of}
          onChange={setOf}
          options={[
            { value: 'sources', label: 'Sources' },
            { value: 'pages', label: 'Pages' },
          ]}
        />
        <Select
          label="Maximum"
          value={limit}
          onChange={setLimit}
          options={LIMITS.map((value) => ({ value, label: `${count(Number(value))} nodes` }))}
        />
        <Select
          label="Layout"
          value={name}
          onChange={setName}
          options={[
            { value: 'force', label: 'Force-directed' },
            { value: 'layers', label: 'By depth' },
          ]}
        />
      </div>
      {problem && <Problem problem={problem} onRetry={reload} />}
      {!graph && !problem && <Skeleton lines={8} />}
      {graph?.nodes.length === 0 && (
        <Empty title="No graph yet">
          <p>
            The graph appears once the <Link href={`/c/${encodeURIComponent(collection)}/crawl`}>crawl</Link>{' '}
            has started.
          </p>
        </Empty>
      )}
      {graph && graph.nodes.length > 0 && (
        <>
          <p className="muted figures" role="status">
            {plural(graph.nodes.length, 'node')}, {plural(graph.weights.length, 'link')}
            {data?.truncated ? ' (part of a larger graph)' : ''}
            {layout?.done ? '' : '; computing the layout'}
          </p>
          <GraphViews
            key={of + limit}
            collection={collection}
            graph={graph}
            layout={layout}
            layoutName={name}
          />
        </>
      )}
    </div>
  )
}

interface GraphViewsProps {
  readonly collection: string
  readonly graph: Graph
  readonly layout: Layout | null
  readonly layoutName: LayoutName
}

function GraphViews({ collection, graph, layout, layoutName }: GraphViewsProps) {
  const [tab, setTab] = useState<'drawing' | 'list'>('drawing')
  const [selected, setSelected] = useState<number | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const announce = useAnnounce()
  const select = (node: number | null) => {
    setSelected(node)
    if (node !== null && node !== selected) announce(describeNode(graph, node), { quiet: true })
  }
  const enter = () => heading.current?.focus()
  return (
    <div className="graph-views">
      <Tabs
        label="Graph views"
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
                    key={layoutName}
                    layout={layout}
                    selected={selected}
                    onSelect={select}
                    onEnter={enter}
                  />
                ) : (
                  <Skeleton label="Computing the layout" lines={8} />
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
        onClick={() => downloadText(`${name}.svg`, 'image/svg+xml', graphSvg(graph, positions, colours))}
      >
        SVG
      </Button>
      <Button
        icon="download"
        onClick={() => downloadText(`${name}.json`, 'application/json', graphJson(graph, positions))}
      >
        JSON
      </Button>
      <Button icon="download" onClick={() => downloadText(`${name}-nodes.csv`, csv, nodesCsv(graph))}>
        Nodes as CSV
      </Button>
      <Button icon="download" onClick={() => downloadText(`${name}-links.csv`, csv, edgesCsv(graph))}>
        Links as CSV
      </Button>
    </>
  )
}
