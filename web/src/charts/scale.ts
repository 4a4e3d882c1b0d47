/** The smallest round number that is not below a value: the top of an axis. */
export function niceTop(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10
  return step * power
}

/** Every how many-th of n marks is labelled so that labels of a width fit side by side. */
export function labelStep(n: number, width: number, labelPx: number): number {
  const fits = Math.max(1, Math.floor(width / labelPx))
  return Math.max(1, Math.ceil(n / fits))
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The label below a bucket: as much of its first day as its size requires. */
export function tickText(from: string, by: 'day' | 'week' | 'month' | 'year'): string {
  const [year = '', month = '', day = ''] = from.split('-')
  if (by === 'year') return year
  const name = MONTHS[Number(month) - 1] ?? month
  return by === 'month' ? `${name} ${year}` : `${Number(day)} ${name} ${year}`
}

/** The position of a day among buckets, as a fraction of their number; below 0 or above n outside of them. */
export function positionOf(
  day: string,
  buckets: readonly { readonly from: string; readonly to: string }[],
): number {
  let low = 0
  let high = buckets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((buckets[middle]?.to ?? '') < day) low = middle + 1
    else high = middle
  }
  const bucket = buckets[low]
  if (!bucket) return buckets.length + 1
  if (day < bucket.from) return low === 0 ? -1 : low
  const length = daysBetween(bucket.from, bucket.to) + 1
  return low + (daysBetween(bucket.from, day) + 0.5) / length
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
}
