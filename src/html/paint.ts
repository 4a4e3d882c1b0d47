import type { Attributes } from './markup.ts'

/** Longer inline styles are data. */
const MAX_STYLE_LENGTH = 1_000
/** Maximum difference per channel of colours that look the same. */
const SAME_SHADE = 12

type Colour = readonly [number, number, number]

/** How text is painted, according to inline styles of the element and its ancestors. */
export interface Paint {
  readonly tiny: boolean
  readonly colour: Colour | null
  /** Null if unknown, for instance set by a style sheet or an image. */
  readonly ground: Colour | null
}

export const PLAIN: Paint = { tiny: false, colour: null, ground: null }

/** True for invisible text: of no size, or in the colour of its background. */
export function isInvisible({ tiny, colour, ground }: Paint): boolean {
  if (tiny) return true
  if (!colour || !ground) return false
  return colour.every((part, i) => Math.abs(part - (ground[i] as number)) <= SAME_SHADE)
}

/** A cheap test: most inline styles concern layout. */
const PAINTS = /color|ground|font-size/i

/** The paint inside an element, from the paint around it. */
export function paintInside(around: Paint, { style, color, bgcolor }: Attributes): Paint {
  const styled = style !== undefined && PAINTS.test(style)
  if (!styled && color === undefined && bgcolor === undefined) return around
  let paint = {
    ...around,
    ...(color !== undefined && { colour: colourOf(color) }),
    ...(bgcolor !== undefined && { ground: colourOf(bgcolor) }),
  }
  if (!styled) return paint
  for (const declaration of style.slice(0, MAX_STYLE_LENGTH).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0)
      paint = painted(paint, declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1))
  }
  return paint
}

function painted(paint: Paint, property: string, written: string): Paint {
  const value = written.replace('!important', '').trim().toLowerCase()
  if (property === 'font-size') return { ...paint, tiny: TINY.test(value) }
  if (property === 'color') return { ...paint, colour: colourOf(value) }
  if (property === 'background-color')
    return value === 'transparent' ? paint : { ...paint, ground: colourOf(value) }
  if (property !== 'background') return paint
  return { ...paint, ground: value.includes('url(') ? null : colourOf(firstWord(value)) }
}

/** Zero, or one pixel or point. */
const TINY = /^(?:0(?:\.0{1,4})?|1(?=p))(?:px|pt|em|rem|%|ex|vw)?$/

function firstWord(value: string): string {
  const end = value.startsWith('rgb') ? value.indexOf(')') + 1 : value.indexOf(' ')
  return end > 0 ? value.slice(0, end) : value
}

const NAMES = new Map<string, Colour>([
  ['white', [255, 255, 255]],
  ['black', [0, 0, 0]],
  ['silver', [192, 192, 192]],
  ['gray', [128, 128, 128]],
  ['grey', [128, 128, 128]],
  ['red', [255, 0, 0]],
  ['maroon', [128, 0, 0]],
  ['yellow', [255, 255, 0]],
  ['olive', [128, 128, 0]],
  ['lime', [0, 255, 0]],
  ['green', [0, 128, 0]],
  ['aqua', [0, 255, 255]],
  ['teal', [0, 128, 128]],
  ['blue', [0, 0, 255]],
  ['navy', [0, 0, 128]],
  ['fuchsia', [255, 0, 255]],
  ['purple', [128, 0, 128]],
  ['snow', [255, 250, 250]],
  ['ivory', [255, 255, 240]],
  ['whitesmoke', [245, 245, 245]],
])
const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/
const RGB = /^rgba?\((\d{1,3})[ ,]{1,3}(\d{1,3})[ ,]{1,3}(\d{1,3})(?:\)|[ ,/])/

function colourOf(value: string): Colour | null {
  const text = value.trim().toLowerCase()
  const named = NAMES.get(text)
  if (named) return named
  const hex = HEX.exec(text)?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16)
    return [part(0), part(2), part(4)]
  }
  const rgb = RGB.exec(text)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : null
}
