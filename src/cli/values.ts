import { InvalidArgumentError } from 'commander'
import { STRATEGY_NAMES } from '../score/registry.ts'
import { didYouMean } from '../text/did-you-mean.ts'

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** `90s`, `30m`, `2h`, `1.5d` in milliseconds. */
export function duration(text: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text.trim())
  if (!match) throw new InvalidArgumentError('Write a number and a unit: 90s, 30m, 2h or 1d.')
  return Number(match[1]) * UNITS.get(match[2]!)!
}

const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
])

/** `500MB`, `1.5GB`, `0B` in bytes. */
export function size(text: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMGT]?B)$/.exec(text.trim())
  if (!match) throw new InvalidArgumentError('Write a number and a unit: 500MB, 1.5GB or 0B.')
  return Number(match[1]) * SIZE_UNITS.get(match[2]!)!
}

/** A number of bytes in words: `950 MB`, `1.5 GB`. */
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
    throw new InvalidArgumentError(`Write a whole number ${range}.`)
  }
}

/** The name of a strategy in the registry. */
export function strategyName(text: string): string {
  if (STRATEGY_NAMES.some((name) => name === text)) return text
  throw new InvalidArgumentError(
    `Unknown strategy${didYouMean(text, STRATEGY_NAMES)}; known: ${STRATEGY_NAMES.join(', ')}.`,
  )
}

/** Gathers an option that may be given several times. */
export function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** A number of seconds in words: `4.2 s`, `3 min 10 s`, `2 h 5 min`. */
export function inWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
