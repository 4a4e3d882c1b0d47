import { tokenColour } from '../design/theme.ts'

/** Colours of the canvas; map.css makes them of the design's. */
const NAMES = ['land', 'border', 'line', 'text', 'halo', 'spot', 'spot-ring', 'spot-text', 'box'] as const

export type MapColours = Readonly<Record<(typeof NAMES)[number], string>>

/** The colours of the style sheet now, light or dark. */
export function mapColours(): MapColours {
  return Object.fromEntries(NAMES.map((name) => [name, tokenColour(`--map-${name}`)])) as MapColours
}
