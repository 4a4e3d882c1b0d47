export type PastedKind = 'url' | 'html' | 'text'

type PageBody =
  | { readonly url: string }
  | { readonly html: string }
  | { readonly text: string; readonly date?: string }

/** What was pasted; null when nothing was. */
export function kindOf(pasted: string): PastedKind | null {
  const text = pasted.trim()
  if (text === '') return null
  if (/^https?:\/\/\S+$/i.test(text)) return 'url'
  return /^<(?:!doctype|html|head|body|[a-z]+[\s>])/i.test(text) ? 'html' : 'text'
}

export function pageOf(pasted: string, date: string): PageBody {
  const kind = kindOf(pasted)
  if (kind === 'url') return { url: pasted.trim() }
  if (kind === 'html') return { html: pasted }
  return { text: pasted, ...(date && { date }) }
}
