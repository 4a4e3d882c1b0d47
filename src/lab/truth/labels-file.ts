import { z } from 'zod'
import { jsonLines } from '../../input/json-lines.ts'
import { SkippedLines } from '../../input/skipped-lines.ts'
import { badLine } from '../../input/text-lines.ts'
import { urlsIn } from '../../input/url-list.ts'
import type { NamedPages } from './ground-truth.ts'

const LABEL = z.object({ url: z.url({ protocol: /^https?$/ }), relevant: z.boolean().nullable() })

/** `{url, relevant}` lines: true, false, or null for unsure. Always strict: with part of the labels it would be another comparison. */
export async function readLabels(file: string): Promise<NamedPages> {
  const labels = new Map<string, boolean | null>()
  const strict = new SkippedLines({ strict: true })
  for await (const { url, relevant, where } of jsonLines(file, strict, labelOf)) {
    if (labels.has(url) && labels.get(url) !== relevant)
      throw badLine(where, `${url.slice(0, 200)} already has a different label above`)
    labels.set(url, relevant)
  }
  const labelled = (label: boolean | null) =>
    [...labels].flatMap(([url, relevant]) => (relevant === label ? [url] : []))
  return { relevant: labelled(true), irrelevant: labelled(false), unsure: labelled(null) }
}

function labelOf(value: unknown, where: string) {
  const read = LABEL.safeParse(value)
  if (read.success) return { ...read.data, where }
  throw badLine(
    where,
    'a label must be {"url": "http://...", "relevant": true}, with false or null (unsure) as other values',
  )
}

/** All URLs of a list. */
export async function readUrls(file: string): Promise<string[]> {
  const urls: string[] = []
  for await (const url of urlsIn(file)) urls.push(url)
  return urls
}
