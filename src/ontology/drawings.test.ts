import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { makeContext } from './context.ts'
import { latticeOf } from './lattice.ts'
import { latticeSvg } from './lattice-svg.ts'
import { layOut } from './layers.ts'
import { makeOntology } from './make-ontology.ts'
import { treeSvg, treesSvg } from './tree-svg.ts'

const HOSTILE = `"><script>alert(1)</script><!-- ]]> & \u0000\u001b[31m' \ud800`

/** The elements and the visible text of a drawing. */
function read(svg: string) {
  const elements = new Map<string, number>()
  const texts: string[] = []
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag: (name) => {
        open.push(name)
        elements.set(name, (elements.get(name) ?? 0) + 1)
      },
      ontext: (text) => {
        if (open.at(-1) === 'text') texts.push(text)
      },
      onclosetag: (_, isImplied) => {
        open.pop()
        if (isImplied && !/\/>/.test(svg)) throw new Error('an element is not closed')
      },
    },
    { xmlMode: true },
  )
  parser.end(svg)
  return { elements, texts: texts.join('\n') }
}

describe('the drawing of a lattice', () => {
  const context = makeContext(
    ['Doc 1', 'Doc 2'],
    ['storm', 'flood', 'wind'],
    [
      [0, 1],
      [0, 2],
    ],
  )

  it('has a node for each concept and a line for each relation, with the terms and documents it introduces', () => {
    const { elements, texts } = read(latticeSvg(latticeOf(context), 'Storms'))
    expect(elements.get('circle')).toBe(4)
    expect(elements.get('polyline')).toBe(4)
    for (const label of ['storm', 'flood', 'wind', 'Doc 1', 'Doc 2']) expect(texts).toContain(label)
  })

  it('contains only drawing elements, whatever the terms, documents and titles contain', () => {
    const svg = latticeSvg(latticeOf(makeContext([HOSTILE], [HOSTILE], [[0]])), HOSTILE)
    expect([...read(svg).elements.keys()].sort()).toEqual([
      'circle',
      'g',
      'path',
      'rect',
      'style',
      'svg',
      'text',
      'title',
    ])
    expect(svg).not.toContain('\u0000')
    expect(svg.isWellFormed()).toBe(true)
  })

  it('is refused if it would be too large to read', () => {
    const terms = [...Array(9).keys()]
    const large = makeContext(
      terms.map(String),
      terms.map(String),
      terms.map((missing) => terms.filter((term) => term !== missing)),
    )
    expect(() => latticeSvg(latticeOf(large), '')).toThrow(/512 concepts, too many to read/)
  })
})

describe('the layout', () => {
  it('keeps nodes of a layer apart and long lines off the nodes between', () => {
    // A chain 0-1-2-3 and a line from 0 straight to 3.
    const { x, layer, bends, layers } = layOut({ above: [[], [0], [1], [2, 0]], widths: [80, 80, 80, 80] })
    expect(layer).toEqual([0, 1, 2, 3])
    expect(layers).toBe(4)
    const route = bends.get('3>0') ?? []
    expect(route.map((point) => point.layer)).toEqual([2, 1])
    for (const point of route) expect(Math.abs(point.x - (x[point.layer] ?? 0))).toBeGreaterThan(40)
  })
})

describe('the drawing of an ontology', () => {
  it('shows every concept with its names and its similarity to the topic', () => {
    const { ontology } = makeOntology({
      concepts: [
        {
          id: 'storm',
          labels: [
            { text: 'storm', language: 'en' },
            { text: '风暴', language: 'zh' },
          ],
        },
        { id: HOSTILE, parents: ['storm'] },
        { id: 'flood', parents: [HOSTILE, 'storm'] },
      ],
    })
    const svg = treeSvg(ontology, HOSTILE)
    const { elements, texts } = read(svg)
    expect(elements.get('circle')).toBe(3)
    expect(elements.get('path')).toBe(3)
    expect(elements.has('script')).toBe(false)
    expect(texts).toContain('storm · 风暴')
    expect(texts).toContain('1.00')
  })

  it('shows several ontologies below each other, and reports one that is too large', () => {
    const one = makeOntology({ name: HOSTILE, concepts: [{ id: 'storm' }] }).ontology
    const concepts = [
      { id: 'top' },
      ...Array.from({ length: 500 }, (_, i) => ({ id: `c${i}`, parents: ['top'] })),
    ]
    const large = makeOntology({ name: 'All', concepts }).ontology
    const { elements, texts } = read(treesSvg([one, large, one], HOSTILE))
    expect(elements.get('circle')).toBe(2)
    expect(elements.has('script')).toBe(false)
    expect(texts).toContain('All 501 concepts are too many')
  })

  it('is refused if it would be too large to read', () => {
    const concepts = Array.from({ length: 500 }, (_, i) => ({ id: `c${i}` }))
    expect(() => treeSvg(makeOntology({ concepts }).ontology, '')).toThrow(/500 concepts are too many/)
  })
})
