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
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
])

/** `90s`, `30m`, `2h` or `1.5d` in milliseconds; null when the text is none of these. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,3})?) ?(ms|s|m|h|d)$/.exec(text.trim())
  return match ? Math.round(Number(match[1]) * DURATION_UNITS.get(match[2]!)!) : null
}

/** `500MB`, `1.5GB` or `0B` in bytes; null when the text is none of these. */
export function parseSize(text: string): number | null {
  const match = /^(\d{1,15}(?:\.\d{1,3})?) ?([KMGT]?B)$/.exec(text.trim())
  return match ? Math.round(Number(match[1]) * SIZE_UNITS.get(match[2]!)!) : null
}

/** Milliseconds in the largest unit that needs at most three decimals: `1.5h`, `90s`, `1ms`. `parseDuration` reads it back. */
export function formatDuration(ms: number): string {
  return inUnit(ms, DURATION_UNITS)
}

/** Bytes likewise: `1.5GB`, `500MB`, `65.536KB`. `parseSize` reads it back. */
export function formatSize(bytes: number): string {
  return inUnit(bytes, SIZE_UNITS)
}

function inUnit(value: number, units: ReadonlyMap<string, number>): string {
  const [smallest] = units.keys()
  const exact = [...units].findLast(([, size]) => {
    const thousandths = (value / size) * 1_000
    return value >= size && Math.abs(thousandths - Math.round(thousandths)) < 1e-6
  })
  const [unit, size] = exact ?? [smallest, 1]
  return `${Number((value / size).toFixed(3))}${unit}`
}
