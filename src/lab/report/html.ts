import { escapeHtml } from '../../html/escape-html.ts'

/** Trusted markup: created by `html`, or a constant of this program. All other text is escaped. */
export class Markup {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

type Content = string | number | Markup | false | readonly Content[]

/** A template whose values are escaped unless they are `Markup`. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.reduce((text, part, i) => text + written(values[i - 1] ?? '') + part))
}

function written(value: Content): string {
  if (value === false) return ''
  if (value instanceof Markup) return value.toString()
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return value.map(written).join('')
}
