import { openPageReader } from '../crawl/reading/page-reader.ts'
import { eachPage } from '../input/each-page.ts'
import { pagesFrom, requireReadable } from '../input/page-source.ts'
import { withSource } from '../library/judge-page.ts'
import { EventideError } from '../model/errors.ts'
import type { PageReading } from '../model/page.ts'
import { inputLines, reportSkipped, type StrictOption } from './input-lines.ts'
import { type NetworkOptions, type ReadingFlags, readerOptions, webFor } from './network.ts'
import { printable, type Terminal } from './output.ts'

interface ModelPageOptions extends NetworkOptions, ReadingFlags, StrictOption {
  readonly delay: number
  readonly languages?: readonly string[]
}

/** Reads pages to learn from, whatever files they are in; reports those that cannot be read. With a gazetteer, places are looked for. */
export async function readModelPages(
  inputs: readonly string[],
  options: ModelPageOptions,
  gazetteer: string | null,
  terminal: Terminal,
): Promise<PageReading[]> {
  await requireReadable(inputs)
  const lines = inputLines(options, terminal)
  const fetcher = webFor(inputs, options, options.languages ?? [], terminal)
  const reader = openPageReader({ gazetteer, favour: [] }, readerOptions(options))
  const pages: PageReading[] = []
  try {
    for (const input of inputs) {
      const sources = pagesFrom(input, fetcher, lines)
      const read = eachPage(sources, (page) => reader.read(page.input), { width: reader.width, lines })
      for await (const done of read) {
        if ('problem' in done) terminal.err.write(`${printable(`${done.url}: ${done.problem}`)}\n`)
        else pages.push(withSource(done.result, done.page))
      }
    }
  } finally {
    await reader.close()
    await fetcher?.close()
  }
  if (pages.length === 0)
    throw new EventideError('no-pages', `None of the model pages could be read: ${inputs.join(', ')}`)
  reportSkipped(lines, terminal)
  return pages
}
