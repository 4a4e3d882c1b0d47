import { useMemo, useState } from 'react'
import { Field } from '../../design/field.tsx'
import { count, score } from '../../design/format.ts'
import { type Column, Table } from '../../design/table.tsx'
import { type Graph, STANDING_LABELS } from './graph-data.ts'

interface GraphListProps {
  readonly graph: Graph
  readonly onSelect: (node: number) => void
}

/** The same graph as a table. */
export function GraphList({ graph, onSelect }: GraphListProps) {
  const [part, setPart] = useState('')
  const columns = useMemo<readonly Column<number>[]>(
    () => [
      {
        key: 'label',
        head: 'Node',
        sort: (i) => graph.nodes[i]!.label,
        cell: (i) => (
          <button type="button" className="graph-pick" onClick={() => onSelect(i)}>
            <bdi>{graph.nodes[i]!.label}</bdi>
          </button>
        ),
      },
      {
        key: 'verdict',
        head: 'Verdict',
        sort: (i) => STANDING_LABELS[graph.standings[i]!],
        cell: (i) => STANDING_LABELS[graph.standings[i]!],
      },
      numeric('fetched', 'Fetched', (i) => graph.nodes[i]!.fetched),
      numeric('kept', 'Kept', (i) => graph.nodes[i]!.kept),
      {
        key: 'relevance',
        head: 'Relevance',
        numeric: true,
        sort: (i) => graph.nodes[i]!.relevance,
        cell: (i) => score(graph.nodes[i]!.relevance),
      },
      numeric('depth', 'Depth', (i) => graph.nodes[i]!.depth),
      numeric('in', 'Links in', (i) => graph.inward[i]!.length),
      numeric('out', 'Links out', (i) => graph.outward[i]!.length),
    ],
    [graph, onSelect],
  )
  const rows = useMemo(() => {
    const typed = part.trim().toLowerCase()
    return [...graph.nodes.keys()].filter((i) => graph.nodes[i]!.label.toLowerCase().includes(typed))
  }, [graph, part])
  return (
    <div className="stack tight">
      <Field label="Name contains" className="graph-find">
        {(control) => (
          <input
            {...control}
            className="input"
            type="search"
            value={part}
            onChange={(event) => setPart(event.target.value)}
          />
        )}
      </Field>
      <Table
        caption="Nodes of the graph"
        columns={columns}
        rows={rows}
        rowKey={(i) => graph.nodes[i]!.id}
        sortBy="in"
      />
    </div>
  )
}

function numeric(key: string, head: string, value: (node: number) => number): Column<number> {
  return { key, head, numeric: true, sort: value, cell: (node) => count(value(node)) }
}
