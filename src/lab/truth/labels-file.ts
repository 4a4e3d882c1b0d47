import { z } from 'zod'
import { EventideError } from '../../model/errors.ts'
import { eachLine, jsonOf } from '../web/lines.ts'
import type { NamedPages } from './ground-truth.ts'

const LABEL = z.object({ url: z.url({ protocol: /^https?$/ }), relevant: z.boolean().nullable() })

/** Reads `{url, relevant}` lines: true, false, or null for unsure. */
export async function readLabels(file: string): Promise<NamedPages> {
  const labels = new Map<string, boolean | null>()
  await eachLine(file, (line, number) => {
    const where = `${file}:${number}`
    const read = LABEL.safeParse(jsonOf(line, where))
    if (!read.success)
      throw new EventideError(
        'input-line',
        `${where}: a label must be {"url": "http://...", "relevant": true}, with false or null (unsure) as other values`,
      )
    const { url, relevant } = read.data
    if (labels.has(url) && labels.get(url) !== relevant)
      throw new EventideError(
        'input-line',
        `${where}: ${url.slice(0, 200)} already has a different label above`,
      )
    labels.set(url, relevant)
  })
  const labelled = (label: boolean | null) =>
    [...labels].flatMap(([url, relevant]) => (relevant === label ? [url] : []))
  return { relevant: labelled(true), irrelevant: labelled(false), unsure: labelled(null) }
}

/** Reads a list of URLs, one per line; blank lines and lines that start with # are ignored. */
export async function readUrls(file: string): Promise<string[]> {
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
        `${file}:${number}: "${text.slice(0, 80)}" is not an http or https URL`,
      )
    urls.push(text)
  })
  return urls
}
