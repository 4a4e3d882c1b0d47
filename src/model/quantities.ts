/** Durations and sizes as people write them. Imports nothing: the browser imports it by value. */

const DURATION_UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['KB', 1e3],
  ['KiB', 1024],
  ['MB', 1e6],
  ['MiB', 1024 ** 2],
  ['GB', 1e9],
  ['GiB', 1024 ** 3],
  ['TB', 1e12],
  ['TiB', 1024 ** 4],
])

/** `90s`, `30m`, `2h` or `1.5d` in milliseconds; null when the text is none of these. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,3})?) ?(ms|s|m|h|d)$/.exec(text.trim())
  return match ? Math.round(Number(match[1]) * DURATION_UNITS.get(match[2]!)!) : null
}

/** `500MB`, `1.5GB`, `10MiB` or `0B` in bytes; null when the text is none of these. */
export function parseSize(text: string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,3})?) ?((?:[KMGT]i?)?B)$/.exec(text.trim())
  return match ? Math.round(Number(match[1]) * SIZE_UNITS.get(match[2]!)!) : null
}

/** Milliseconds in the largest unit of which they are a whole number: `2h`, `90s`, `1ms`. `parseDuration` reads it back. */
export function formatDuration(ms: number): string {
  return inLargestUnit(ms, DURATION_UNITS)
}

/** Bytes likewise: `1GB`, `10MiB`, `1500B`. `parseSize` reads it back. */
export function formatSize(bytes: number): string {
  return inLargestUnit(bytes, SIZE_UNITS)
}

function inLargestUnit(value: number, units: ReadonlyMap<string, number>): string {
  const fitting = [...units].filter(([, size]) => value >= size && value % size === 0)
  const [unit, size] = fitting.at(-1) ?? [[...units.keys()][0], 1]
  return `${value / size}${unit}`
}
