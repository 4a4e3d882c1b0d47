import { InvalidArgumentError } from 'commander'
import { parseDuration, parseSize } from '../model/quantities.ts'

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

const DAY_MS = 86_400_000

/** A duration such as 30s, in milliseconds. */
export function duration(text: string): number {
  const ms = parseDuration(text)
  if (ms !== null && ms >= 1 && ms <= DAY_MS) return ms
  throw new InvalidArgumentError('It must be a duration of up to a day, such as 30s, 5m or 2h.')
}

/** A size in bytes, such as `50MB`. */
export function sizeFrom(min: number): (text: string) => number {
  return (text) => {
    const bytes = parseSize(text)
    if (bytes === null || bytes < min)
      throw new InvalidArgumentError(`Give a size such as 50MB, at least ${bytesInWords(min)}.`)
    return bytes
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
