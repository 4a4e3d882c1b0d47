import { z } from 'zod'
import type { SpatialFactors } from '../../place/relation.ts'

const factor = (value: number) => z.number().min(0).max(1).default(value)

/** The spatial factors R of PN: how much a place on a page counts towards a place of the event. */
export const SPATIAL_OPTIONS = {
  below1: factor(0.6).describe('R of a place one level below a place of the event'),
  below2: factor(0.4).describe('R of a place two levels below'),
  below3: factor(0.2).describe('R of a place three levels below'),
  above1: factor(0.4).describe('R of a place one level above a place of the event'),
  above2: factor(0.2).describe('R of a place two levels above'),
  overlap: factor(0.4).describe('R of a place that overlaps a place of the event'),
}

type SpatialSettings = Readonly<Record<keyof typeof SPATIAL_OPTIONS, number>>

export function spatialFactors(settings: SpatialSettings): SpatialFactors {
  const { below1, below2, below3, above1, above2, overlap } = settings
  return { equal: 1, below: [below1, below2, below3], above: [above1, above2], overlap }
}
