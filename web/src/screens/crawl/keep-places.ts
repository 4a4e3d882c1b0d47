/**
 * The order in which rows are shown, so that none jumps under somebody's eyes or finger: rows that were there keep their place among
 * each other, new ones come after them, in their own order, and those that are gone leave.
 */
export function keepPlaces<T>(before: readonly string[], now: readonly T[], keyOf: (row: T) => string): T[] {
  const rows = new Map(now.map((row) => [keyOf(row), row]))
  const kept: T[] = []
  for (const key of before) {
    const row = rows.get(key)
    if (row === undefined) continue
    kept.push(row)
    rows.delete(key)
  }
  return [...kept, ...rows.values()]
}

/**
 * Rows in numbered slots: what goes on stays in its slot, what is new takes the first free one. So a list of workers does not move when
 * one of them is done. Slots left empty at the end fall away.
 */
export function keepSlots<T>(
  before: readonly (T | null)[],
  now: readonly T[],
  keyOf: (row: T) => string,
): (T | null)[] {
  const rows = new Map(now.map((row) => [keyOf(row), row]))
  const slots: (T | null)[] = before.map((old) => {
    const row = old === null ? undefined : rows.get(keyOf(old))
    if (row !== undefined) rows.delete(keyOf(row))
    return row ?? null
  })
  for (const row of rows.values()) {
    const free = slots.indexOf(null)
    if (free === -1) slots.push(row)
    else slots[free] = row
  }
  while (slots.length > 0 && slots.at(-1) === null) slots.pop()
  return slots
}
