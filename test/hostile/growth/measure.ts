/** Sizes double from the first to the last. */
const SIZES = [4_000, 8_000, 16_000, 32_000] as const
/** Quadratic work grows 64 times over three doublings, linear work 8 times. */
const MAX_GROWTH = 28
/** Below this, in milliseconds, the growth cannot be told from noise, and harms nobody. */
const MIN_MS = 25
/** What takes this long is not measured further. */
const MAX_MS = 3_000
/** The collector and the compiler add to some measurements and take from none: the least of several is the work itself. */
const MAX_ROUNDS = 8

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Null if the time of `work` grows in proportion to its input, otherwise the least times measured. */
export async function superLinear(
  work: (text: string) => unknown,
  input: (n: number) => string,
): Promise<string | null> {
  const least = SIZES.map(() => Number.POSITIVE_INFINITY)
  // Dictionaries are loaded and code is compiled before anything is measured.
  await work(input(SIZES[0]))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const [i, size] of SIZES.entries()) {
      const text = input(size)
      least[i] = Math.min(least[i] ?? 0, await cpuMs(() => work(text)))
      if (least[i] > MAX_MS) return described(least)
    }
    if (isLinear(least)) return null
  }
  return described(least)
}

function isLinear(times: readonly number[]): boolean {
  const last = times.at(-1) ?? 0
  // The first size may be quicker than the clock can tell.
  return last < MIN_MS || last / Math.max(times[0] ?? 0, MIN_MS / MAX_GROWTH) < MAX_GROWTH
}

function described(times: readonly number[]): string {
  return times.map((ms) => (Number.isFinite(ms) ? `${ms.toFixed(0)} ms` : 'not measured')).join(', ')
}
