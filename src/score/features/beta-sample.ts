/** One draw from Beta(a, b), a and b at least 1: the share of one gamma draw in the sum of two. */
export function betaSample(a: number, b: number, random: () => number): number {
  const x = gammaSample(a, random)
  const y = gammaSample(b, random)
  return x + y > 0 ? x / (x + y) : 0.5
}

/** Marsaglia and Tsang 2000: a squeezed and cubed normal draw, accepted about 19 times in 20. */
function gammaSample(shape: number, random: () => number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const x = normalSample(random)
    const v = (1 + c * x) ** 3
    if (v <= 0) continue
    const u = 1 - random()
    if (Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
  return d
}

/** Never reached with a uniform generator; a broken one must not hang a crawl. */
const MAX_TRIES = 1_000

/** Box and Muller 1958. */
function normalSample(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return radius * Math.cos(2 * Math.PI * random())
}
