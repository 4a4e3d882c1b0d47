import { describe, expect, it } from 'vitest'
import { clusterIndex } from './cluster-index.ts'

const WORLD = [-180, -85, 180, 85] as const

describe('clusters', () => {
  const lats = [11.24, 11.25, 11.0, 40.7]
  const lons = [125.0, 125.01, 124.6, -74]
  const pages = [5, 9, 2, 1]
  const index = clusterIndex(lats, lons, pages)

  it('add up the pages of their places and have the name of the largest', () => {
    const [near] = index.within(WORLD, 0).filter((cluster) => cluster.places > 1)
    expect(near).toMatchObject({ places: 3, pages: 16, top: 1 })
  })

  it('split at the zoom they report', () => {
    const [near] = index.within(WORLD, 0).filter((cluster) => cluster.opensAt !== null)
    expect(index.within(WORLD, near!.opensAt!).length).toBeGreaterThan(
      index.within(WORLD, near!.opensAt! - 1).length,
    )
  })

  it('of one place have that place as their only member', () => {
    const alone = index.within(WORLD, 0).find((cluster) => cluster.opensAt === null)
    expect(alone).toMatchObject({ lon: -74, places: 1, pages: 1, top: 3, members: [3] })
    expect(alone?.lat).toBeCloseTo(40.7)
  })

  it('list all places at one position, as no zoom splits them', () => {
    const same = clusterIndex([1, 1, 1], [2, 2, 2], [1, 1, 1])
    const [spot] = same.within(WORLD, 18)
    expect([...spot!.members].sort()).toEqual([0, 1, 2])
    expect(spot!.opensAt).toBeNull()
  })

  it('across the 180th meridian are found from both sides', () => {
    const fiji = clusterIndex([-18, -17], [179, -179], [1, 1])
    expect(fiji.within([170, -30, -170, 0], 12)).toHaveLength(2)
  })
})
