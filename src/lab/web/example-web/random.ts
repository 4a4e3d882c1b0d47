function mixed(hash: number, value: number): number {
  let next = Math.imul(hash ^ value, 0x85ebca6b)
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35)
  return next ^ (next >>> 16)
}

/**
 * Mixes up to five 32-bit integers into one hash: everything on the example web is drawn from such hashes.
 */
export function hashOf(a: number, b = 0, c = 0, d = 0, e = 0): number {
  const hash = mixed(mixed(mixed(mixed(mixed(0x9e3779b9, a), b), c), d), e)
  return mixed(hash, 0x2c1b3c6d) >>> 0
}

/** 0 <= x < 1, from integers. */
export function unitOf(a: number, b = 0, c = 0, d = 0): number {
  return hashOf(a, b, c, d, 0x51ed) / 0x100000000
}

/** A string as a hash ingredient. */
export function hashOfText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

export interface Random {
  /** 0 <= x < 1 */
  unit(): number
  /** 0 <= n < below */
  below(below: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** `n` different items (all of them when there are fewer), in random order. */
  some<T>(items: readonly T[], n: number): T[]
}

/** A small seeded generator (Weyl sequence with a mixing step): cheap to create, so each page has several of its own. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
  const below = (limit: number): number => Math.floor(unit() * limit)
  return {
    unit,
    below,
    chance: (probability) => unit() < probability,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from')
      return items[below(items.length)]!
    },
    some: (items, n) => {
      const left = [...items]
      const taken = Math.min(n, left.length)
      for (let i = 0; i < taken; i++) {
        const j = i + below(left.length - i)
        const held = left[i]!
        left[i] = left[j]!
        left[j] = held
      }
      return left.slice(0, taken)
    },
  }
}
