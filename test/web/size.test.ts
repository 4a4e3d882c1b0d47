import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildWeb } from './build-web.ts'

/** Maximum size of a first load, gzipped, without the map data. */
const MAX_BYTES = 400_000

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/** Everything a chunk needs to run: its own file, what it imports, their styles. */
function filesOf(manifest: ReadonlyMap<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest.get(key)
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const other of chunk.imports ?? []) filesOf(manifest, other, seen)
  return seen
}

const WEB = buildWeb()
const weightOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(WEB, file))).length, 0)

describe('the first load', () => {
  const read = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const manifest = new Map(Object.entries(read))
  const screens = [...manifest.keys()].filter((key) => /^src\/screens\/.*-screen\.tsx$/.test(key))

  it('covers every screen', () => {
    expect(screens.length).toBeGreaterThanOrEqual(12)
  })

  it('stays under 400 KB on every screen, including everything it loads by itself', () => {
    const weights = screens.map((screen) => {
      const files = filesOf(manifest, 'index.html')
      filesOf(manifest, screen, files)
      const first = weightOf([...files, 'index.html', 'theme.js'])
      // Includes the map and other parts that load after the first paint.
      const later = [...(manifest.get(screen)?.imports ?? []), screen].flatMap(
        (key) => (key === 'index.html' ? [] : manifest.get(key)?.dynamicImports) ?? [],
      )
      for (const part of later) filesOf(manifest, part, files)
      return { screen, first, whole: weightOf([...files, 'index.html', 'theme.js']) }
    })
    for (const { screen, first, whole } of weights)
      console.log(`${screen}: ${kb(first)} KB gzipped at first, ${kb(whole)} KB with all its parts`)
    expect(weights.filter(({ whole }) => whole > MAX_BYTES)).toEqual([])
  })
})

const kb = (bytes: number) => (bytes / 1000).toFixed(0)
