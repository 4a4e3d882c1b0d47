import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md')),
]
const texts = new Map(documents.map((name) => [name, withoutCode(readFileSync(join(ROOT, name), 'utf8'))]))

/** The text without fenced blocks, in which links and headings are only examples. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '')
}

/** Anchors of a page, made from its headings as GitHub does. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`
    anchors.add(anchor)
  }
  return anchors
}

interface Link {
  readonly target: string
  readonly file: string
  readonly anchor: string | undefined
}

function linksOf(document: string): Link[] {
  const text = texts.get(document) ?? ''
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, target = '']) => {
    const [path = '', anchor] = target.split('#')
    return { target, file: path === '' ? document : normalize(join(dirname(document), path)), anchor }
  })
}

describe('links in the docs', () => {
  it.each(documents)('%s links only to files and headings that exist', (document) => {
    const broken = linksOf(document).filter(({ file, anchor }) => {
      if (!existsSync(join(ROOT, file))) return true
      return anchor !== undefined && !anchorsOf(texts.get(file) ?? '').has(anchor)
    })
    expect(broken.map(({ target }) => target)).toEqual([])
  })

  it('lead from docs/README.md to every page', () => {
    const reached = new Set(['docs/README.md'])
    for (const document of reached) {
      for (const { file } of linksOf(document)) if (texts.has(file)) reached.add(file)
    }
    expect(documents.filter((document) => !reached.has(document))).toEqual([])
  })

  it('lead from the project README to docs/README.md', () => {
    expect(linksOf('README.md').map(({ file }) => file)).toContain('docs/README.md')
  })

  it('lead only to files of the package', () => {
    const packed = manifest.files.map((name) => (name.includes('.') ? name : `${name}/`))
    const outside = documents
      .filter((document) => packed.some((name) => document.startsWith(name)))
      .flatMap(linksOf)
      .map(({ file }) => file)
      .filter((file) => !packed.some((name) => file.startsWith(name)))
    expect([...new Set(outside)]).toEqual([])
  })

  it('list every page beside docs/strategies/ in docs/README.md', () => {
    const listed = new Set(linksOf('docs/README.md').map(({ file }) => file))
    const pages = documents.filter((name) => /^docs\/[^/]+\.md$/.test(name) && name !== 'docs/README.md')
    expect(pages.filter((page) => !listed.has(page))).toEqual([])
  })
})

describe('sources', () => {
  const folders = ['src', 'web/src', 'test', 'bench', 'scripts', 'examples', 'bin']
  const sources = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs|js|yaml|ttl)$/.test(name))
      .map((name) => join(folder, name)),
  )

  it('name only pages of the docs that exist', () => {
    const missing = sources.flatMap((source) =>
      [...readFileSync(join(ROOT, source), 'utf8').matchAll(/\bdocs\/[a-z-]+(?:\/[a-z-]+)?\.md/g)]
        .filter(([page]) => !existsSync(join(ROOT, page)))
        .map(([page]) => `${source}: ${page}`),
    )
    expect(sources.length).toBeGreaterThan(500)
    expect(missing).toEqual([])
  })
})
