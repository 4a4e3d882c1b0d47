/**
 * The order in which rows are shown, so that none moves while it is being read or clicked: known rows keep their order, new ones
 * follow in theirs, and rows that are gone are dropped.
 */
export function keepOrder<T>(before: readonly string[], now: readonly T[], keyOf: (row: T) => string): T[] {
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
 * Rows in numbered slots: a known row keeps its slot, a new one takes the first free slot, so a list of workers does not move when
 * one of them finishes. Empty slots at the end are dropped.
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
