import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildWeb } from './build-web.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const WEB = join(ROOT, 'web/src')

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(WEB, name), 'utf8') }))

/** Names of the sources that match a forbidden pattern. */
const matching = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

/** Whether a file of the program imports nothing, or only files of which that is true. */
function standsAlone(path: string): boolean {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imported = [...text.matchAll(/(?:^import '|\bfrom ')([^']+)'/gm)].map((match) => match[1] ?? '')
  return imported.every((name) => name.startsWith('.') && standsAlone(join(path, '..', name)))
}

describe('the sources of the application', () => {
  it('import from src/ only the types of the API, and files that import no package', () => {
    const wrong = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/^import (type )?[^'"]*'(\.[^']+)'/gm)]
        .map(([, type, path]) => ({ type, path: relative(ROOT, resolve(WEB, name, '..', path ?? '')) }))
        .filter(({ path }) => !path.startsWith('web/'))
        .filter(({ type, path }) => !(type && path.startsWith('src/api/')) && !standsAlone(path))
        .map(({ path }) => `${name} imports ${path}`),
    )
    expect(wrong).toEqual([])
  })

  it('never insert crawled text as HTML', () => {
    expect(
      matching(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML|insertAdjacentHTML|document\.write/),
    ).toEqual([])
    expect(matching(/\beval\(|new Function\(|createContextualFragment|srcDoc/)).toEqual([])
  })

  it('open crawled URLs only through ExternalLink', () => {
    expect(matching(/<a\b(?![^>]*noopener)[^>]*target="_blank"/)).toEqual([])
    expect(matching(/window\.open\(|location\.(?:href|assign|replace)\s*[=(]/)).toEqual([])
  })

  it('have no wholesale re-exports and no default exports', () => {
    expect(matching(/^export (?:\*|default)/m)).toEqual([])
  })
})

describe('the built application', () => {
  const built = buildWeb()
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  const styles = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.css'))

  it('has no inline script or style', () => {
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/)
  })

  it('loads nothing from other servers', () => {
    expect(page).not.toMatch(/(?:src|href)="(?!\/(?!\/))/)
    expect(styles.length).toBeGreaterThan(0)
    for (const name of styles)
      expect(readFileSync(join(built, 'assets', name), 'utf8')).not.toMatch(
        /@import|url\(["']?(?:https?:)?\/\//,
      )
  })
})
