/**
 * A 53-bit hash of a URL. Among a million URLs a collision occurs once in ten thousand crawls, and then two pages share a rank. Two
 * multiplicative hashes, each mixed at the end.
 */
export function urlKey(url: string): number {
  let a = 0x9e3779b9
  let b = 0x7f4a7c15
  for (let i = 0; i < url.length; i++) {
    const unit = url.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x5bd1e995)
    b = (b << 13) | (b >>> 19)
  }
  return (mixed(a ^ b) & 0x1fffff) * 2 ** 32 + (mixed(b ^ Math.imul(a, 0x27d4eb2f)) >>> 0)
}

/** The finaliser of MurmurHash3: every bit of the input reaches every bit of the output. */
function mixed(value: number): number {
  let x = value
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}
