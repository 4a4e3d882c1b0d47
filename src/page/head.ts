import type { Attributes } from '../html/markup.ts'
import { phrase } from './fold.ts'
import { isRobotsMeta, type RobotsMeta } from './robots-directives.ts'

/** Maximum number of robots elements; a page has one or two. */
const MAX_ROBOTS = 20

/** Collects title, meta, link and base elements. */
export class HeadReader {
  title = ''
  description = ''
  keywords = ''
  socialTitle = ''
  language = ''
  base: string | null = null
  canonical: string | null = null
  refresh: string | null = null
  readonly robots: RobotsMeta[] = []
  #socialDescription = ''
  readonly #phrase: number

  constructor(phraseLimit: number) {
    this.#phrase = phraseLimit
  }

  open(tag: string, attributes: Attributes): void {
    if (tag === 'meta') this.#meta(attributes)
    else if (tag === 'html') this.language = attributes.lang ?? attributes['xml:lang'] ?? ''
    else if (tag === 'base') this.base ??= attributes.href?.trim() || null
    else if (tag === 'link' && relTokens(attributes.rel).includes('canonical')) {
      this.canonical ??= attributes.href?.trim() || null
    }
  }

  get summary(): string {
    return this.description || this.#socialDescription
  }

  #meta(attributes: Attributes): void {
    const content = attributes.content
    if (content === undefined) return
    const name = (attributes.name ?? attributes.property ?? attributes.itemprop ?? '').trim().toLowerCase()
    const text = () => phrase(content, this.#phrase)
    if (name === 'description') this.description ||= text()
    else if (name === 'keywords' || name === 'news_keywords') this.keywords ||= text()
    else if (name === 'og:description' || name === 'twitter:description') this.#socialDescription ||= text()
    else if (name === 'og:title' || name === 'twitter:title') this.socialTitle ||= text()
    else if (isRobotsMeta(name) && this.robots.length < MAX_ROBOTS) this.robots.push([name, content])
    const pragma = attributes['http-equiv']?.trim().toLowerCase()
    if (pragma === 'refresh') this.refresh ??= refreshTarget(content)
    else if (pragma === 'content-language') this.language ||= content
  }
}

export function relTokens(rel: string | undefined): string[] {
  if (!rel) return []
  return rel
    .toLowerCase()
    .split(/\s/)
    .filter((token) => token !== '')
    .slice(0, 10)
}

/** The URL in `5; url='next.html'`; null when the page only reloads itself. */
function refreshTarget(content: string): string | null {
  const rest = content.replace(/^[\s\d.]*/, '').replace(/^[;,\s]*/, '')
  const address = rest.replace(/^url\s*=\s*/i, '')
  const quote = address[0] === '"' || address[0] === "'" ? address[0] : ''
  const target = quote ? (address.slice(1).split(quote)[0] ?? '') : address
  return target.trim() || null
}
