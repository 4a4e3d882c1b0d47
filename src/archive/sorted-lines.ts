import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Up to this everything stays in memory; beyond it sorted runs are written to temporary files and merged.
const MAX_HELD_CHARACTERS = 32 * 1024 * 1024

interface Head {
  line: string
  readonly rest: AsyncIterator<string>
}

/** Sorts any number of lines in bounded memory. */
export class SortedLines {
  readonly #maxHeld: number
  #held: string[] = []
  #characters = 0
  #folder: string | null = null
  #runs = 0

  constructor(maxHeld: number = MAX_HELD_CHARACTERS) {
    this.#maxHeld = maxHeld
  }

  async add(line: string): Promise<void> {
    this.#held.push(line)
    this.#characters += line.length
    if (this.#characters > this.#maxHeld) await this.#spill()
  }

  async *sorted(): AsyncGenerator<string, void, undefined> {
    this.#held.sort()
    const folder = this.#folder
    const runs = Array.from({ length: this.#runs }, (_, run) => linesOf(join(folder ?? '', String(run))))
    yield* merged([...runs, held(this.#held)])
  }

  async close(): Promise<void> {
    this.#held = []
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true })
  }

  async #spill(): Promise<void> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'eventide-sort-'))
    this.#held.sort()
    await writeFile(join(this.#folder, String(this.#runs)), `${this.#held.join('\n')}\n`)
    this.#runs += 1
    this.#held = []
    this.#characters = 0
  }
}

/** The lines of a text file. */
export async function* linesOf(path: string): AsyncGenerator<string, void, undefined> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function* held(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Heads are sorted, so that the next line is always that of the first. */
async function* merged(sources: readonly AsyncIterable<string>[]): AsyncGenerator<string, void, undefined> {
  const heads: Head[] = []
  try {
    for (const source of sources) await advance(heads, source[Symbol.asyncIterator]())
    for (let head = heads.shift(); head; head = heads.shift()) {
      yield head.line
      await advance(heads, head.rest)
    }
  } finally {
    for (const { rest } of heads) await rest.return?.()
  }
}

async function advance(heads: Head[], rest: AsyncIterator<string>): Promise<void> {
  const next = await rest.next()
  if (next.done) return
  const line = next.value
  let [low, high] = [0, heads.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((heads[middle]?.line ?? '') <= line) low = middle + 1
    else high = middle
  }
  heads.splice(low, 0, { line, rest })
}
