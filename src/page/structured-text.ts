import { readHtml } from './html-reading.ts'
import type { ReadingLimits } from './limits.ts'

const DEPTH = 6
const NODES = 2_000
/** A stated body is used if the page itself shows fewer characters of article than this, ... */
const SCANT_TEXT = 1_000
/** ... the stated body is this many times as long, ... */
const MUCH_LONGER = 2
/** ... and it contains this share of the title's words, so that it is about the same subject. */
const SHARED_WORDS = 0.5

/**
 * The article stated in the page's linked data (JSON-LD `articleBody`), for pages that show only its
 * beginning or insert it by script. Null if there is none, it does not match the page, or the page shows
 * enough.
 */
export function statedArticle(
  scripts: readonly string[],
  shown: string,
  title: string,
  limits: ReadingLimits,
): string | null {
  if (shown.length >= SCANT_TEXT) return null
  let longestText = ''
  for (const script of scripts) {
    if (!script.includes('"articleBody"')) continue
    const body = longestBody(parsed(script), { left: NODES }, DEPTH)
    if (body.length > longestText.length) longestText = body
  }
  if (longestText.length < MUCH_LONGER * shown.length) return null
  const body = plain(longestText, limits)
  return body.length >= MUCH_LONGER * shown.length && agrees(body, title) ? body : null
}

function parsed(script: string): unknown {
  try {
    // Raw line breaks inside strings are common, but invalid in JSON.
    return JSON.parse(script.replaceAll(/\p{Cc}/gu, ' '))
  } catch {
    return null
  }
}

function longestBody(value: unknown, budget: { left: number }, depth: number): string {
  if (typeof value !== 'object' || value === null || depth === 0 || budget.left-- <= 0) return ''
  let longestText = ''
  for (const [key, inner] of Object.entries(value)) {
    const stated = key === 'articleBody' && typeof inner === 'string'
    const found = stated ? inner : longestBody(inner, budget, depth - 1)
    if (found.length > longestText.length) longestText = found
  }
  return longestText
}

/** Some publishers state HTML, some escaped HTML. */
function plain(body: string, limits: ReadingLimits): string {
  const once = visibleText(body, limits)
  return /<\/?[a-z]/i.test(once) ? visibleText(once, limits) : once
}

function visibleText(html: string, limits: ReadingLimits): string {
  return readHtml(html, false, limits).visible.toString()
}

function agrees(body: string, title: string): boolean {
  const words = new Set(title.toLowerCase().match(/\p{Script=Han}{2}|[\p{L}\p{N}]{4,}/gu))
  if (words.size === 0) return false
  const lower = body.toLowerCase()
  let shared = 0
  for (const word of words) if (lower.includes(word)) shared++
  return shared >= SHARED_WORDS * words.size
}
