import { EventideError } from '../model/errors.ts'
import { SkippedLines } from './skipped-lines.ts'
import { badLine, type TextLine, textLines } from './text-lines.ts'

/** File types that commands with page input accept. */
const ACCEPTED =
  'Accepted are JSON lines (.jsonl or .ndjson), WARC files (.warc), both also gzipped, HTML files (.html, .htm or .xhtml), and text files with one http or https URL per line'

export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/**
 * The URLs of a list, one per line; empty lines and lines that start with # are ignored. By default the first line that is not a URL
 * ends the run.
 */
export async function* urlsIn(
  file: string,
  lines = new SkippedLines({ strict: true }),
): AsyncGenerator<string> {
  for await (const line of textLines(file)) {
    const text = textOf(line)
    if (text === '' || text.startsWith('#')) continue
    const url = lines.attempt(() => {
      if (isWebUrl(text)) return text
      throw badLine(`${file}:${line.number}`, `"${text.slice(0, 80)}" is not an http or https URL`)
    })
    if (url !== undefined) yield url
  }
}

/** Refuses a file whose first line shows that it is not a list of URLs, before anything is fetched. */
export async function requireUrlList(file: string): Promise<void> {
  for await (const line of textLines(file)) {
    const text = textOf(line)
    if (text === '' || text.startsWith('#')) continue
    if (isWebUrl(text)) return
    throw new EventideError(
      'input-kind',
      `${file} cannot be read: it was taken for a list of URLs, but its first line is "${text.slice(0, 40)}". ${ACCEPTED}.`,
    )
  }
  throw new EventideError('input-kind', `${file} holds no URL. ${ACCEPTED}.`)
}

function textOf({ bytes }: TextLine): string {
  return bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trim()
}
