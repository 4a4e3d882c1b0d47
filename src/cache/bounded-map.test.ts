import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const MAX = 4

const commands = fc.array(
  fc.oneof(
    fc.record({ name: fc.constant('set' as const), key: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ name: fc.constant('delete' as const), key: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ name: fc.constant('clear' as const), key: fc.constant(0) }),
  ),
  { maxLength: 200 },
)

describe('BoundedMap', () => {
  it('holds what a list of the newest entries holds, in the same order', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const map = new BoundedMap<number, number>(MAX)
        let expected: [number, number][] = []
        for (const [at, { name, key }] of list.entries()) {
          expected = name === 'clear' ? [] : expected.filter(([known]) => known !== key)
          if (name === 'set') {
            map.set(key, at)
            expected = [...expected, [key, at] as [number, number]].slice(-MAX)
          } else if (name === 'delete') map.delete(key)
          else map.clear()
          expect([...map]).toEqual(expected)
          expect(map.size).toBe(expected.length)
        }
        expect([...map.keys()]).toEqual(expected.map(([key]) => key))
        expect([...map.values()]).toEqual(expected.map(([, value]) => value))
        for (let key = 0; key < 10; key++) {
          const found = expected.find(([known]) => known === key)
          expect([map.has(key), map.get(key)]).toEqual([found !== undefined, found?.[1]])
        }
      }),
    )
  })

  it('does not renew an entry that is only read', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.get('a')
    map.set('c', 3)
    expect([...map.keys()]).toEqual(['b', 'c'])
  })

  it('reports evicted entries, but not deleted ones', () => {
    const evicted: [string, number][] = []
    const map = new BoundedMap<string, number>(1, (key, value) => evicted.push([key, value]))
    map.set('a', 1)
    map.set('a', 2)
    map.delete('a')
    map.set('b', 3)
    map.set('c', 4)
    map.clear()
    map.set('d', 5)
    expect(evicted).toEqual([['b', 3]])
  })

  it('refuses to hold nothing', () => {
    expect(() => new BoundedMap(0)).toThrow('at least one entry')
    expect(() => new BoundedMap(Number.NaN)).toThrow('at least one entry')
  })
})
