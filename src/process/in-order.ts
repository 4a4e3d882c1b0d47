interface Pending<Result> {
  readonly result: Promise<Result>
  isSettled: boolean
}

/**
 * Works on up to `width` items of a source at once and yields the results in the order of the items. The source is asked for an item only
 * when there is room for it, and a result does not wait for the next item. When the source fails, what came before it is yielded first.
 */
export async function* inOrder<Item, Result>(
  source: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  width: number,
): AsyncGenerator<Result> {
  const items = source[Symbol.asyncIterator]()
  const working: Pending<Result>[] = []
  const failures: unknown[] = []
  let isOver = false
  let taking: Promise<void> | null = null
  const take = async (): Promise<void> => {
    try {
      const { done, value } = await items.next()
      if (done) isOver = true
      else working.push(pending(work(value)))
    } catch (error) {
      isOver = true
      failures.push(error)
    }
    taking = null
  }
  try {
    for (;;) {
      if (!isOver && working.length < width) taking ??= take()
      const [first] = working
      if (first?.isSettled) {
        working.shift()
        yield await first.result
        continue
      }
      const awaited = [first?.result, taking ?? undefined].filter((promise) => promise !== undefined)
      if (awaited.length === 0) break
      await Promise.race(awaited)
    }
    if (failures.length > 0) throw failures[0]
  } finally {
    const closed = isOver ? undefined : items.return?.()
    // A source that is waiting for its next item would close only afterwards.
    if (taking === null) await closed
  }
}

function pending<Result>(result: Promise<Result>): Pending<Result> {
  const entry = { result, isSettled: false }
  const settle = () => {
    entry.isSettled = true
  }
  // A rejection is reported when the result is awaited; until then it must not end the process.
  result.then(settle, settle)
  return entry
}
