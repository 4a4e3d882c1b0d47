/** Lanczos' approximation of ln Γ, accurate to fifteen digits for positive numbers. */
const LANCZOS: readonly [number, ...number[]] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const [first, ...rest] = LANCZOS
  const sum = rest.reduce((total, c, i) => total + c / (x + i), first)
  const t = x + rest.length - 1.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

const STEPS = 500
const ENOUGH = 1e-15
const TINY = 1e-300

/** The probability that a chi-square variable with the given degrees of freedom is at least `x`. */
export function chiSquareTail(x: number, freedom: number): number {
  if (!(x > 0) || freedom <= 0) return 1
  const a = freedom / 2
  const z = x / 2
  const scale = Math.exp(-z + a * Math.log(z) - logGamma(a))
  if (z < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < STEPS && term > sum * ENOUGH; n++) {
      term *= z / (a + n)
      sum += term
    }
    return Math.max(0, 1 - sum * scale)
  }
  return continued(z + 1 - a, (n) => [-n * (n - a), z + 1 - a + 2 * n]) * scale
}

/** `1 / (b + a1 / (b1 + a2 / (b2 + ...)))` by Lentz's method. */
function continued(b: number, step: (n: number) => readonly [a: number, b: number]): number {
  let c = 1 / TINY
  let d = 1 / away(b)
  let value = d
  for (let n = 1; n < STEPS; n++) {
    const [an, bn] = step(n)
    d = 1 / away(an * d + bn)
    c = away(bn + an / c)
    const change = c * d
    value *= change
    if (Math.abs(change - 1) < ENOUGH) break
  }
  return value
}

const away = (value: number) => (Math.abs(value) < TINY ? TINY : value)

/** The regularised incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  const fraction = continued(1, (n) => {
    const m = Math.floor(n / 2)
    const top =
      n % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    return [top, 1]
  })
  return (front * fraction) / a
}

/** The two-sided quantile of Student's t with the given degrees of freedom. */
export function studentT(chance: number, freedom: number): number {
  const outside = (t: number) => incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
  let low = 0
  let high = 1
  while (outside(high) > 1 - chance && high < 1e9) high *= 2
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (outside(middle) > 1 - chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}
