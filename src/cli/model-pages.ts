import { pagesFrom, requireReadable } from '../input/page-source.ts'
import { withSource } from '../library/judge-page.ts'
import { EventideError } from '../model/errors.ts'
import type { PageReading } from '../model/page.ts'
import { type ReadingTools, readPage } from '../page/read-page.ts'
import { inputLines, reportSkipped, type StrictOption } from './input-lines.ts'
import { type NetworkOptions, webFor } from './network.ts'
import { printable, type Terminal } from './output.ts'

/** Reads pages to learn from, whatever files they are in; reports those that cannot be read. */
export async function readModelPages(
  inputs: readonly string[],
  options: NetworkOptions & StrictOption & { readonly delay: number; readonly languages?: readonly string[] },
  tools: ReadingTools,
  terminal: Terminal,
): Promise<PageReading[]> {
  await requireReadable(inputs)
  const lines = inputLines(options, terminal)
  const fetcher = webFor(inputs, options, options.languages ?? [], terminal)
  const pages: PageReading[] = []
  try {
    for (const input of inputs) {
      for await (const page of pagesFrom(input, fetcher, lines)) {
        if ('problem' in page) terminal.err.write(printable(`${page.url}: ${page.problem}\n`))
        else pages.push(withSource(readPage(page.input, tools), page))
      }
    }
  } finally {
    await fetcher?.close()
  }
  if (pages.length === 0)
    throw new EventideError('no-pages', `None of the model pages could be read: ${inputs.join(', ')}`)
  reportSkipped(lines, terminal)
  return pages
}
