import { seededRandom } from '../../random/seeded-random.ts'

/**
 * Random numbers that depend only on a salt and a key, not on how often they were drawn: the same key gives the same numbers before and
 * after a restart. Draw the salt once from the injected generator and keep it in the snapshot.
 */
export function keyedRandom(salt: number, key: string): () => number {
  return seededRandom(hash(key, salt >>> 0))
}

/** Draws the salt for `keyedRandom` from the injected generator. */
export function drawSalt(random: () => number): number {
  return Math.floor(random() * 2 ** 32)
}

/** FNV-1a over the code units, then the finaliser of MurmurHash3, so that neighbouring keys fall far apart. */
function hash(text: string, start: number): number {
  let value = (0x811c9dc5 ^ start) >>> 0
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
