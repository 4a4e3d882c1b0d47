import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { describeNode, indexGraph, standingOf } from './graph-data.ts'
import { edgesCsv, graphJson, graphSvg, nodesCsv } from './graph-export.ts'
import { fitted, nextNode, nodeAt, revealed, zoomed } from './graph-view.ts'

const HOSTILE = '=1+1"><script>alert(1)</script>\u0000&\ud800'

const graph = indexGraph({
  nodes: [
    { id: 'a', label: HOSTILE, page: null, fetched: 10, kept: 8, relevance: 0.8, depth: 0 },
    { id: 'b', label: 'b.example', page: null, fetched: 10, kept: 1, relevance: 0.1, depth: 1 },
    { id: '__proto__', label: 'c.example', page: null, fetched: 3, kept: 0, relevance: 0, depth: 1 },
    { id: 'd', label: 'd.example', page: null, fetched: 0, kept: 0, relevance: 0, depth: 2 },
  ],
  edges: [
    { from: 'a', to: 'b', weight: 2 },
    { from: 'a', to: '__proto__', weight: 5 },
    { from: 'a', to: 'a', weight: 9 },
    { from: 'a', to: 'cut off', weight: 9 },
  ],
})
const positions = Float64Array.from([0, 0, 100, 0, 100, 60, 200, 0])
const palette = {
  kept: 'green',
  mixed: 'orange',
  rejected: 'red',
  unseen: 'grey',
  edge: 'grey',
  text: 'black',
  ground: 'white',
}

describe('indexGraph', () => {
  it('classifies nodes and omits edges without a target', () => {
    expect(graph.standings).toEqual(['kept', 'mixed', 'rejected', 'unseen'])
    expect(standingOf({ fetched: 1, kept: 1 })).toBe('kept')
    expect(graph.weights).toHaveLength(2)
    expect(graph.outward[0]).toEqual([
      { node: 2, weight: 5 },
      { node: 1, weight: 2 },
    ])
    expect(describeNode(graph, 1)).toBe('b.example: 1 of 10 pages kept; 1 link in, 0 out')
  })
})

describe('exports', () => {
  it('writes CSV that a spreadsheet does not run', () => {
    const lines = nodesCsv(graph).split('\r\n')
    expect(lines[1]).toMatch(/^a,"'=1\+1/)
    expect(edgesCsv(graph)).toBe('from,to,weight\r\na,b,2\r\na,__proto__,5\r\n')
  })

  it('writes JSON with verdicts and positions', () => {
    const { nodes, edges } = JSON.parse(graphJson(graph, positions))
    expect(nodes[2]).toMatchObject({ id: '__proto__', verdict: 'rejected', x: 100, y: 60 })
    expect(edges).toHaveLength(2)
  })

  it('writes SVG in which a label is a label', () => {
    const svg = graphSvg(graph, positions, palette)
    const elements = new Set<string>()
    const text: string[] = []
    const parser = new Parser(
      { onopentag: (name) => void elements.add(name), ontext: (part) => void text.push(part) },
      { xmlMode: true },
    )
    parser.end(svg)
    expect([...elements].sort()).toEqual(['circle', 'g', 'line', 'path', 'rect', 'svg', 'text', 'title'])
    expect(text.join('')).toContain('=1+1"><script>alert(1)</script>&\ufffd')
    expect(svg).not.toContain('\u0000')
  })
})

describe('the view', () => {
  const size = { width: 400, height: 300 }

  it('shows all of it, and finds the node under the pointer', () => {
    const view = fitted(positions, size)
    for (let i = 0; i < 4; i++) {
      const [x, y] = [positions[2 * i]! * view.scale + view.x, positions[2 * i + 1]! * view.scale + view.y]
      expect(x > 0 && x < 400 && y > 0 && y < 300).toBe(true)
      expect(nodeAt(positions, [5, 5, 5, 5], view, x + 2, y)).toBe(i)
    }
    expect(nodeAt(positions, [5, 5, 5, 5], view, 1, 299)).toBeNull()
  })

  it('zooms around a point, within bounds', () => {
    const view = zoomed({ scale: 1, x: 10, y: 20 }, 2, 110, 120)
    expect([(110 - view.x) / view.scale, (120 - view.y) / view.scale]).toEqual([100, 100])
    expect(zoomed(view, 1e9, 0, 0).scale).toBeLessThanOrEqual(6)
    expect(zoomed(view, 0, 0, 0).scale).toBeGreaterThan(0)
  })

  it('walks with the arrows and brings the node into sight', () => {
    expect(nextNode(positions, null, 'down')).toBe(0)
    expect(nextNode(positions, 0, 'right')).toBe(1)
    expect(nextNode(positions, 1, 'down')).toBe(2)
    expect(nextNode(positions, 0, 'left')).toBeNull()
    const view = revealed({ scale: 1, x: -1_000, y: 0 }, positions, 3, size)
    expect(200 + view.x).toBeGreaterThan(0)
  })
})
