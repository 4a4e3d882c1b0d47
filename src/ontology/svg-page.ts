import { escapeXml } from './xml-text.ts'

/** Larger drawings are unreadable. */
export const MAX_DRAWN = 400

/** Both follow the reader's colour scheme; nothing is loaded from elsewhere. */
const STYLE = `
  .page { --paper: #ffffff; --ink: #1b1f24; --quiet: #59636e; --line: #98a2ad; --term: #2f6fde; --document: #1b1f24; }
  @media (prefers-color-scheme: dark) {
    .page { --paper: #16191d; --ink: #e8ebee; --quiet: #a3acb6; --line: #5d6771; --term: #74a7ff; --document: #d5dae0; }
  }
  .page { background: var(--paper); }
  .paper { fill: var(--paper); }
  text { font: 12px system-ui, "Noto Sans", "PingFang SC", "Microsoft YaHei", sans-serif; fill: var(--ink);
    paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
  .quiet { fill: var(--quiet); }
  .line { fill: none; stroke: var(--line); stroke-width: 1.2; }
  .node { fill: var(--paper); stroke: var(--line); stroke-width: 1.5; }
  .term { fill: var(--term); }
  .document { fill: var(--document); }
  .topic { font-weight: 700; }`

/** A complete, self-contained SVG file. */
export function svgPage(
  size: { width: number; height: number },
  title: string,
  parts: readonly string[],
): string {
  const [width, height] = [Math.ceil(size.width), Math.ceil(size.height)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="page" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

/** Approximate width of a text in pixels: Han, Kana and Hangul characters take a full square each. */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(char) ? 12 : 6.8
  return width
}

/** A text truncated to a width, with an ellipsis. */
export function shortened(text: string, most: number): string {
  if (textWidth(text) <= most) return text
  let kept = ''
  for (const char of text) {
    if (textWidth(kept) + textWidth(char) > most - 10) break
    kept += char
  }
  return `${kept.trimEnd()}…`
}

export function svgText(at: { x: number; y: number }, text: string, attributes = ''): string {
  return `<text x="${round(at.x)}" y="${round(at.y)}"${attributes && ` ${attributes}`}>${escapeXml(text)}</text>`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}
