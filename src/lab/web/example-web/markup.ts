import { escapeHtml } from '../../../html/escape-html.ts'
import type { Link } from './links.ts'
import type { Site } from './sites.ts'

/** An anchor in the style of the site: own pages by path, others with the full URL. */
export function anchor(site: Site, { url, text, rel }: Link, css = ''): string {
  const own = `http://${site.host}`
  const href = url.startsWith(`${own}/`) ? url.slice(own.length) : url
  const classes = css ? ` class="${css}"` : ''
  return `<a href="${escapeHtml(href)}"${classes}${rel ? ` rel="${rel}"` : ''}>${escapeHtml(text)}</a>`
}

/** A story in a list: its link, and on some pages a line of its text. */
export interface Item extends Link {
  readonly teaser?: string
}

/** The content of a page, before a theme is applied. */
export interface PageModel {
  readonly site: Site
  readonly url: string
  readonly kind: 'article' | 'index'
  readonly title: string
  readonly heading: string
  readonly description: string
  readonly day: number | null
  readonly byline: string
  /** Paragraphs as markup. */
  readonly paragraphs: readonly string[]
  readonly items: readonly Item[]
  readonly groups: readonly { readonly title: string; readonly links: readonly Link[] }[]
  readonly sidebars: readonly { readonly title: string; readonly links: readonly Link[] }[]
  readonly nav: readonly Link[]
  readonly crumbs: readonly Link[]
  readonly tags: readonly Link[]
  readonly pager: readonly Link[]
  readonly tools: readonly Link[]
  readonly footer: readonly Link[]
  readonly comments: readonly string[]
  readonly robots: string
}
