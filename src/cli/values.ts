import { InvalidArgumentError } from 'commander'

const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
])

/** Bytes, rounded: `950 MB`, `1.5 GB`. */
export function bytesInWords(bytes: number): string {
  const [unit, size] = [...SIZE_UNITS].findLast(([, size]) => bytes >= size) ?? ['B', 1]
  return `${Number((bytes / size).toFixed(1))} ${unit}`
}

/** A whole number within the given bounds. */
export function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d{1,15}$/.test(text.trim()) && value >= from && value <= to) return value
    const range = to === Number.MAX_SAFE_INTEGER ? `of ${from} or more` : `from ${from} to ${to}`
    throw new InvalidArgumentError(`It must be a whole number ${range}.`)
  }
}

/** Collects an option that may be repeated. */
export function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** A duration, rounded: `4.2 s`, `3 min 10 s`, `2 h 5 min`. */
export function inWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
