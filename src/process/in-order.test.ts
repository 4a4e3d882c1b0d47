import { describe, expect, it } from 'vitest'
import { inOrder } from './in-order.ts'

async function* numbers(n: number): AsyncGenerator<number> {
  for (let i = 0; i < n; i++) yield i
}

/** Results that the test settles itself. */
class Controlled {
  readonly begun: number[] = []
  readonly #settle = new Map<number, { resolve: (value: string) => void; reject: (error: Error) => void }>()

  readonly work = (item: number): Promise<string> => {
    this.begun.push(item)
    return new Promise((resolve, reject) => this.#settle.set(item, { resolve, reject }))
  }

  readonly done = (item: number): void => this.#settle.get(item)?.resolve(`result ${item}`)
  readonly fail = (item: number): void => this.#settle.get(item)?.reject(new Error(`failure ${item}`))
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of source) found.push(item)
  return found
}

describe('inOrder', () => {
  it('works on several items at once, no more than allowed, and yields in order', async () => {
    const { begun, work, done } = new Controlled()
    const results = inOrder(numbers(5), work, 2)
    const first = results.next()
    await turn()
    expect(begun).toEqual([0, 1])
    done(1)
    await turn()
    expect(begun).toEqual([0, 1])
    done(0)
    expect(await first).toEqual({ done: false, value: 'result 0' })
    expect(await results.next()).toEqual({ done: false, value: 'result 1' })
    const third = results.next()
    await turn()
    expect(begun).toEqual([0, 1, 2, 3])
    for (const item of [3, 2]) done(item)
    expect((await third).value).toBe('result 2')
    expect((await results.next()).value).toBe('result 3')
    const last = results.next()
    await turn()
    done(4)
    expect((await last).value).toBe('result 4')
    expect((await results.next()).done).toBe(true)
  })

  it('does not hold a result back while the source waits for its next item', async () => {
    let isClosed = false
    async function* slow() {
      try {
        yield 0
        await new Promise(() => {})
      } finally {
        isClosed = true
      }
    }
    const results = inOrder(slow(), async (item) => item, 3)
    expect(await results.next()).toEqual({ done: false, value: 0 })
    // A caller that stops does not wait for the source either.
    await results.return(undefined)
    expect(isClosed).toBe(false)
  })

  it('yields what came before a failure of the source', async () => {
    async function* failing() {
      yield* numbers(2)
      throw new Error('no more')
    }
    const found: number[] = []
    const reading = (async () => {
      for await (const item of inOrder(failing(), async (item) => item, 5)) found.push(item)
    })()
    await expect(reading).rejects.toThrow('no more')
    expect(found).toEqual([0, 1])
  })

  it('fails where a result fails, and closes the source', async () => {
    let isClosed = false
    async function* source() {
      try {
        yield* numbers(9)
      } finally {
        isClosed = true
      }
    }
    const { work, done, fail } = new Controlled()
    const results = inOrder(source(), work, 2)
    const first = results.next()
    await turn()
    fail(1)
    done(0)
    expect((await first).value).toBe('result 0')
    await expect(results.next()).rejects.toThrow('failure 1')
    expect(isClosed).toBe(true)
  })

  it('yields nothing from an empty source', async () => {
    expect(await all(inOrder(numbers(0), async (item) => item, 2))).toEqual([])
  })
})
