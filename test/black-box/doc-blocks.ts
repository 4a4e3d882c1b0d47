import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DocBlock {
  /** The path of its document, from the folder of the package. */
  readonly document: string
  readonly line: number
  readonly language: string
  readonly text: string
}

/** Every fenced block of the README and the docs of a package. */
export function docBlocks(root: string): DocBlock[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs.sort()].flatMap((document) =>
    blocksOf(document, readFileSync(join(root, document), 'utf8')),
  )
}

function blocksOf(document: string, text: string): DocBlock[] {
  const blocks: DocBlock[] = []
  let open: { line: number; language: string; lines: string[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(line)
    if (!fence) open?.lines.push(line)
    else if (open) {
      blocks.push({ document, line: open.line, language: open.language, text: open.lines.join('\n') })
      open = undefined
    } else open = { line: index + 1, language: fence[1] ?? '', lines: [] }
  }
  return blocks
}
