import { deflateSync, inflateSync } from 'node:zlib'

/** Pictures of an application have few colours: as a palette they take a third of the space. */
const MAX_COLOURS = 256

interface Pixels {
  readonly width: number
  readonly height: number
  /** Three bytes a pixel. */
  readonly rgb: Uint8Array
}

/** The same picture with at most 256 colours. Takes what browsers make: eight bits a channel, not interlaced. */
export function palettePng(png: Buffer): Buffer {
  const { width, height, rgb } = readPng(png)
  const { palette, indexOf } = paletteOf(rgb)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      lines[y * (width + 1) + x + 1] = indexOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(png: Buffer): Pixels {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const raw = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) rgb[pixel * 3 + channel] = raw[pixel * channels + channel]!
  }
  return { width, height, rgb }
}

/** Undoes the filter that each line names in its first byte. */
function unfiltered(lines: Buffer, stride: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x >= step ? out[at - step]! : 0
      const up = y > 0 ? out[at - stride]! : 0
      const corner = x >= step && y > 0 ? out[at - stride - step]! : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      out[at] = (lines[y * (stride + 1) + 1 + x]! + guess) & 0xff
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** The commonest colours; every other one becomes the nearest of them. */
function paletteOf(rgb: Uint8Array) {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = (rgb[at]! << 16) | (rgb[at + 1]! << 8) | rgb[at + 2]!
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const common = spread([...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour))
  const palette = Buffer.alloc(common.length * 3)
  for (const [index, colour] of common.entries()) palette.writeUIntBE(colour, index * 3, 3)
  const known = new Map<number, number>()
  const indexOf = (r: number, g: number, b: number): number => {
    const colour = (r << 16) | (g << 8) | b
    const index = known.get(colour) ?? nearest(common, colour)
    known.set(colour, index)
    return index
  }
  return { palette, indexOf }
}

/** Steps within which two colours look the same. */
const ALIKE = 10

/** The commonest that are not alike, then the commonest of the rest: no rare colour is left without a near one. */
function spread(byCount: readonly number[]): readonly number[] {
  const apart: number[] = []
  for (const colour of byCount) {
    if (apart.length >= MAX_COLOURS) return apart
    if (!apart.some((other) => distance(other, colour) < ALIKE * ALIKE)) apart.push(colour)
  }
  const rest = byCount.filter((colour) => !apart.includes(colour))
  return [...apart, ...rest.slice(0, MAX_COLOURS - apart.length)]
}

function nearest(colours: readonly number[], colour: number): number {
  let best = 0
  for (const [index, other] of colours.entries()) {
    if (distance(other, colour) < distance(colours[best]!, colour)) best = index
  }
  return best
}

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16)
  const green = ((a >> 8) & 0xff) - ((b >> 8) & 0xff)
  const blue = (a & 0xff) - (b & 0xff)
  return red * red + green * green + blue * blue
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const out = Buffer.alloc(named.length + 8)
  out.writeUInt32BE(body.length, 0)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), named.length + 4)
  return out
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
