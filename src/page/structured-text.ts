import { readHtml } from './html-reading.ts'
import type { ReadingLimits } from './limits.ts'

const DEPTH = 6
const NODES = 2_000
/** A stated body is taken when the page itself shows less than this many characters of article ... */
const SCANT_TEXT = 1_000
/** ... and the stated one is this many times longer, ... */
const MUCH_LONGER = 2
/** ... and this share of the title's words occur in it: it is about the same thing. */
const SHARED_WORDS = 0.5

/**
 * The article as the page's linked data (JSON-LD `articleBody`) states it, for pages that show only its beginning or
 * fill it in by script. Null when there is none, or it does not agree with the page, or the page shows enough.
 */
export function statedArticle(
  scripts: readonly string[],
  shown: string,
  title: string,
  limits: ReadingLimits,
): string | null {
  if (shown.length >= SCANT_TEXT) return null
  let longest = ''
  for (const script of scripts) {
    if (!script.includes('"articleBody"')) continue
    const body = longestBody(parsed(script), { left: NODES }, DEPTH)
    if (body.length > longest.length) longest = body
  }
  if (longest.length < MUCH_LONGER * shown.length) return null
  const body = plain(longest, limits)
  return body.length >= MUCH_LONGER * shown.length && agrees(body, title) ? body : null
}

function parsed(script: string): unknown {
  try {
    // Raw line breaks inside strings are common and not JSON.
    return JSON.parse(script.replaceAll(/\p{Cc}/gu, ' '))
  } catch {
    return null
  }
}

function longestBody(value: unknown, budget: { left: number }, depth: number): string {
  if (typeof value !== 'object' || value === null || depth === 0 || budget.left-- <= 0) return ''
  let longest = ''
  for (const [key, inner] of Object.entries(value)) {
    const stated = key === 'articleBody' && typeof inner === 'string'
    const found = stated ? inner : longestBody(inner, budget, depth - 1)
    if (found.length > longest.length) longest = found
  }
  return longest
}

/** Some publishers state HTML, some state it escaped. */
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
