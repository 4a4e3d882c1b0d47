import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { attacksOn } from './regex/attacks.ts'
import { expressionsBuiltBy } from './regex/built.ts'
import { type Expression, expressionsInSource } from './regex/find.ts'
import { Stopwatch } from './regex/stopwatch.ts'

const { literals, builders } = expressionsInSource()
const files = [...new Set(literals.map(({ file }) => file))]
const stopwatch = new Stopwatch()
afterAll(() => stopwatch.close())

const tested = new Set<string>()
const SRC = join(import.meta.dirname, '../../src')

async function weaknesses(expressions: readonly Expression[], by = stopwatch): Promise<string[]> {
  const found: string[] = []
  for (const expression of expressions) {
    const written = `/${expression.source}/${expression.flags}`
    if (tested.has(written)) continue
    tested.add(written)
    const weakness = await by.weakness(expression, attacksOn(expression))
    if (weakness !== null) found.push(`${written} on ${weakness}`)
  }
  return found
}

describe('4.12 every regular expression runs in linear time', () => {
  it.each(files)('%s', async (file) => {
    expect(await weaknesses(literals.filter((one) => one.file === file))).toEqual([])
  })

  it('expressions built at run time', async () => {
    const built = await expressionsBuiltBy(async () => {
      // Imported here so that expressions built at load time are recorded.
      for (const file of builders.keys()) await import(/* @vite-ignore */ join(SRC, file))
      const { createTermCounter } = await import('../../src/text/term-counter.ts')
      const { namedDays } = await import('../../src/time/named-days.ts')
      const hostile = ['台风 a+', '(台)*', '[台', '台\\', '台 台 台 台', '^台$']
      const terms = [{ term: '台风 海燕', weight: 1, synonyms: hostile }]
      createTermCounter(terms).countText('台风海燕', 'zh')
      for (const language of ['en', 'zh', 'es', 'ja', 'ar']) namedDays('Monday, 4 May 2020', language)
    })
    expect([...new Set(built.map(({ file }) => file))].sort()).toEqual([...builders.keys()].sort())
    expect(await weaknesses(built)).toEqual([])
  })

  it('detects an expression that does not', async () => {
    const slow = [
      ['(?:a+)+$', ''],
      ['\\s+$', ''],
      ['<a[^>]*>', 'g'],
      ['[\\w.]+@[\\w.]+\\.\\w+', 'g'],
      ['\\s*x', 'y'],
    ].map(([source = '', flags = '']) => ({ file: '', source, flags }))
    const hasty = new Stopwatch(1_500)
    expect(await weaknesses(slow, hasty)).toHaveLength(slow.length)
    await hasty.close()
  })
})
