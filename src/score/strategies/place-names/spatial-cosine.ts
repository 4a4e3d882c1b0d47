import type { WeightedPlace } from '../../../model/event.ts'
import type { PageReading } from '../../../model/page.ts'
import { loadGazetteer } from '../../../place/load-gazetteer.ts'
import { type SpatialFactors, spatialFactor } from '../../../place/relation.ts'
import { cosine } from '../../../text/vector.ts'

export interface SpatialCosine {
  /** 0..1; 0 if no place of the page is related to one of the event. */
  readonly value: number
  readonly because: readonly string[]
}

/** Places whose factors are cached: enough for a long crawl, a few megabytes. */
const MAX_REMEMBERED = 50_000

/**
 * `cos(L_event, w')`, where the other places of a page add their counts to those of the event by their spatial factor (PN eq. 12-14): `w'_i
 * = tf_i + sum_j R(p_i, p_j) tf_j`. PN looks up all neighbours beforehand (eq. 15); here the factors of a place are looked up when a page
 * first names it, which gives the same numbers without delaying the start.
 */
export function createSpatialCosine(
  where: readonly WeightedPlace[],
  factorsOfRelations: SpatialFactors,
): (page: PageReading) => SpatialCosine {
  if (where.length === 0) return () => ({ value: 0, because: [] })
  const gazetteer = loadGazetteer()
  const weights = where.map(({ weight }) => weight)
  const known = new Map<string, readonly number[]>()
  const factorsOf = (id: string): readonly number[] => {
    let factors = known.get(id)
    if (!factors) {
      const own = where.some(({ place }) => place.id === id)
      const place = own ? undefined : gazetteer.get(id)
      // A place of the event counts only for itself.
      factors = where.map((one) =>
        own
          ? Number(one.place.id === id)
          : place
            ? spatialFactor(gazetteer, one.place, place, factorsOfRelations)
            : 0,
      )
      if (known.size < MAX_REMEMBERED) known.set(id, factors)
    }
    return factors
  }

  return (page) => {
    const moved = where.map(() => 0)
    const reasons: { text: string; worth: number }[] = []
    for (const { id, name, count } of page.places) {
      const factors = factorsOf(id)
      let worth = 0
      for (const [i, factor] of factors.entries()) {
        moved[i] = (moved[i] ?? 0) + factor * count
        worth = Math.max(worth, factor * count)
      }
      reasons.push({
        text: `${name}${count > 1 ? ` ×${count}` : ''}${worth > 0 ? '' : ' (elsewhere)'}`,
        worth,
      })
    }
    const because = reasons
      .sort((a, b) => b.worth - a.worth)
      .slice(0, MAX_REASONS)
      .map(({ text }) => text)
    return { value: cosine(weights, moved), because }
  }
}

const MAX_REASONS = 5
