/** A page of a JSONL web, without what only people know of it. */
export interface PlainPage {
  readonly title: string
  readonly date?: string
  readonly text: string
  readonly links: readonly { readonly url: string; readonly anchor: string }[]
}

/** The page as a plain news site would write it: title, day, text, and its links as a list. */
export function pageHtml({ title, date, text, links }: PlainPage): string {
  const name = escaped(title)
  const day = date ? escaped(date) : ''
  const paragraphs = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
  const items = links.map(({ url, anchor }) => `<li><a href="${escaped(url)}">${escaped(anchor)}</a></li>`)
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<title>${name}</title>`,
    day && `<meta property="article:published_time" content="${day}">`,
    `</head><body><main><article><h1>${name}</h1>`,
    day && `<time datetime="${day}">${day}</time>`,
    ...paragraphs,
    '</article></main>',
    items.length > 0 && `<nav><ul>${items.join('\n')}</ul></nav>`,
    '</body></html>',
  ]
    .filter(Boolean)
    .join('\n')
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text for an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES.get(sign) ?? sign)
}
