import { randomFillSync } from 'node:crypto'

// Enough for the ids of about 250 records, at little more than the cost of sixteen bytes.
const STOCK_BYTES = 4 * 1024

/** Random bytes, fetched from the system in large blocks; none is used twice. */
export function pooledRandomBytes(): (count: number) => Uint8Array {
  let stock = new Uint8Array(0)
  let used = 0
  return (count) => {
    if (used + count > stock.length) {
      stock = randomFillSync(new Uint8Array(Math.max(STOCK_BYTES, count)))
      used = 0
    }
    used += count
    return stock.subarray(used - count, used)
  }
}
