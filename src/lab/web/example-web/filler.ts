import { createRandom } from './random.ts'

const PROPERTIES = [
  'margin:0 auto',
  'padding:12px 16px',
  'display:flex',
  'font-size:15px',
  'line-height:1.6',
  'color:#1d2733',
  'background:#f7f7f5',
  'border-bottom:1px solid #ddd',
  'max-width:1180px',
  'position:relative',
  'grid-template-columns:2fr 1fr',
  'text-decoration:none',
]
const NAMES =
  'header main aside card teaser figure nav menu btn share tag meta author comment footer promo ticker grid row col'.split(
    ' ',
  )

function styleRules(): string {
  const random = createRandom(4242)
  const rules: string[] = []
  for (let i = 0; i < 900; i++) {
    const name = `.${random.pick(NAMES)}-${random.pick(NAMES)}${random.chance(0.3) ? `:${random.pick(['hover', 'before', 'first-child'])}` : ''}`
    rules.push(`${name}{${random.some(PROPERTIES, 2 + random.below(4)).join(';')}}`)
  }
  return rules.join('\n')
}

function scriptLines(): string {
  const random = createRandom(2424)
  const lines: string[] = []
  for (let i = 0; i < 900; i++) {
    const name = `${random.pick(NAMES)}_${i}`
    lines.push(
      `cfg.${name}={id:"${random.below(1e9).toString(36)}",on:${random.chance(0.5)},q:[${random.below(99)},${random.below(999)}]};`,
    )
  }
  return lines.join('\n')
}

let style: string | undefined
let script: string | undefined

function cut(text: string, length: number): string {
  return length >= text.length ? text : text.slice(0, text.lastIndexOf('\n', length))
}

/** Inline style sheets: about `length` characters of rules. */
export function inlineStyle(length: number): string {
  style ??= styleRules()
  return `<style>\n${cut(style, length)}\n</style>`
}

/** Analytics and advertising scripts. */
export function inlineScript(length: number): string {
  script ??= scriptLines()
  return `<script>\nvar cfg=window.cfg||{};\n${cut(script, length)}\n</script>`
}
