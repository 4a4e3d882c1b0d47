import { z } from 'zod'
import { EventideError } from '../../model/errors.ts'
import { eachLine, jsonOf } from '../web/lines.ts'
import type { NamedPages } from './ground-truth.ts'

const LABEL = z.object({ url: z.url({ protocol: /^https?$/ }), relevant: z.boolean().nullable() })

/** `{url, relevant}` lines: true, false, or null for unsure. */
export async function readLabels(file: string): Promise<NamedPages> {
  const labels = new Map<string, boolean | null>()
  await eachLine(file, (line, number) => {
    const where = `${file}:${number}`
    const read = LABEL.safeParse(jsonOf(line, where))
    if (!read.success)
      throw new EventideError(
        'input-line',
        `${where}: a label is written {"url": "http://...", "relevant": true} (or false, or null for unsure)`,
      )
    const { url, relevant } = read.data
    if (labels.has(url) && labels.get(url) !== relevant)
      throw new EventideError('input-line', `${where}: ${url.slice(0, 200)} has another label further up`)
    labels.set(url, relevant)
  })
  const named = (wanted: boolean | null) =>
    [...labels].flatMap(([url, relevant]) => (relevant === wanted ? [url] : []))
  return { relevant: named(true), irrelevant: named(false), unsure: named(null) }
}

/** A list of addresses, one a line; empty lines and lines that start with # say nothing. */
export async function readAddresses(file: string): Promise<string[]> {
  const urls: string[] = []
  await eachLine(file, (line, number) => {
    const text = line
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim()
    if (text === '' || text.startsWith('#')) return
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
      throw new EventideError(
        'input-line',
        `${file}:${number}: "${text.slice(0, 80)}" is not an http or https address`,
      )
    urls.push(text)
  })
  return urls
}
