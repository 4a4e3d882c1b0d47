import { randomFillSync } from 'node:crypto'

// Enough for the names of some 250 records. Asking for so many takes little longer than asking for sixteen.
const STOCK_BYTES = 4 * 1024

/** Random bytes, taken from the system many at a time; none is given twice. */
export function randomBytesInStock(): (count: number) => Uint8Array {
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
