import { httpUrl } from '../html/http-url.ts'
import type { LinkReading } from '../model/page.ts'
import { clip, fold, phrase } from './fold.ts'
import type { ReadingLimits } from './limits.ts'

export interface PlainReading {
  readonly text: string
  readonly links: readonly LinkReading[]
  readonly divisions: readonly string[]
  readonly truncated: boolean
}

const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^\p{Cc}]+/giu
/**
 * Punctuation after a URL belongs to the sentence; so does a closing bracket that was not opened inside the
 * URL.
 */
const TRAILING = new Set('.,;:!?*_~)]}»”’、。，；：！？）】」』')

/** Reads a text file: everything is main text, URLs in it are links, paragraphs are divisions. */
export function readPlain(source: string, limits: ReadingLimits): PlainReading {
  const lines = source.split(/\r\n?|\n/)
  const folded = lines.map((line) => fold(line).trim()).join('\n')
  const whole = folded.trim().replaceAll(/\n{3,}/g, '\n\n')
  const text = clip(whole, 0, limits.text)
  const links: LinkReading[] = []
  const divisions: string[] = []
  let divisionEnd = -1
  let more = false
  for (const match of text.matchAll(ADDRESS)) {
    const url = addressOf(match[0])
    if (!url) continue
    if (links.length >= limits.links) {
      more = true
      break
    }
    if (match.index >= divisionEnd) {
      const start = text.lastIndexOf('\n\n', match.index) + 1
      const end = text.indexOf('\n\n', match.index)
      divisionEnd = end < 0 ? text.length : end
      divisions.push(
        phrase(clip(text, start, Math.min(divisionEnd, start + limits.division * 2)), limits.division),
      )
    }
    links.push({
      url,
      anchor: '',
      context: contextOf(text, match.index, match.index + match[0].length, limits.context),
      division: divisions.length - 1,
      rel: [],
      position: match.index / text.length,
    })
  }
  return { text, links, divisions, truncated: more || text.length < whole.length }
}

function contextOf(text: string, start: number, end: number, reach: number): string {
  const before = clip(text, start - reach, start)
  const [after = ''] = clip(text, end, end + reach).split('\n', 1)
  return phrase(`${before.slice(before.lastIndexOf('\n') + 1)} ${after}`, reach * 2 + 1)
}

function addressOf(match: string): string | null {
  let end = match.length
  let unopened = match.split(')').length - match.split('(').length
  while (end > 0 && TRAILING.has(match[end - 1] ?? '')) {
    if (match[end - 1] === ')' && unopened-- <= 0) break
    end--
  }
  return httpUrl(match.slice(0, end))
}
