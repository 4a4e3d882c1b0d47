import { escapeHtml } from '../../html/escape-html.ts'
/** A page of a JSONL web, without its labels. */
export interface PlainPage {
  readonly title: string
  readonly date?: string
  readonly text: string
  readonly links: readonly { readonly url: string; readonly anchor: string }[]
}

/** The page as simple HTML: title, date, text, and its links as a list. */
export function pageHtml({ title, date, text, links }: PlainPage): string {
  const name = escapeHtml(title)
  const day = date ? escapeHtml(date) : ''
  const paragraphs = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
  const items = links.map(
    ({ url, anchor }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(anchor)}</a></li>`,
  )
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
