import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { BEFORE_ATTRIBUTE_NAME, IN_TEXT } from './quick-tokenizer.ts'

/**
 * QuickTokenizer overrides private methods of this version and sets its private state. For another version, compare its Tokenizer.ts
 * with the one before and with quick-tokenizer.ts, and only then change the number.
 */
const VERSION = '12.0.0'
const FIELDS = ['state', 'buffer', 'index', 'sectionStart', 'isSpecial']
const OVERRIDDEN = [
  'shouldContinue',
  'fastForwardTo',
  'stateInAttributeValueDoubleQuotes',
  'stateInAttributeValueSingleQuotes',
]
const DOCUMENT = `<p title="one" lang='de'>text <!-- comment --></p><script>code</script>`

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

const callbacks = new Proxy({}, { get: () => () => false }) as TokenizerCallbacks
const create = () =>
  new Tokenizer({}, callbacks) as unknown as Record<string, unknown> & Pick<Tokenizer, 'write' | 'end'>

describe('the tokenizer of htmlparser2', () => {
  it('has the version whose private members are overridden', () => {
    const root = new URL('../../package.json', import.meta.url)
    const manifest = JSON.parse(readFileSync(root, 'utf8')) as Manifest
    expect({ ...manifest.dependencies, ...manifest.devDependencies }.htmlparser2).toBe(VERSION)
    const entry = createRequire(import.meta.url).resolve('htmlparser2')
    const installed = readFileSync(entry.replace(/htmlparser2\/.*$/, 'htmlparser2/package.json'), 'utf8')
    expect((JSON.parse(installed) as { version: string }).version).toBe(VERSION)
  })

  it('has the private fields that are read and set', () => {
    const tokenizer = create()
    expect(FIELDS.filter((name) => !Object.hasOwn(tokenizer, name))).toEqual([])
  })

  it('calls every method that is overridden', () => {
    const tokenizer = create()
    const called = new Set<string>()
    for (const name of OVERRIDDEN) {
      const method = tokenizer[name]
      expect(method, name).toBeTypeOf('function')
      tokenizer[name] = (...values: unknown[]) => {
        called.add(name)
        return (method as (...values: unknown[]) => unknown).apply(tokenizer, values)
      }
    }
    tokenizer.write(DOCUMENT)
    tokenizer.end()
    expect([...called].sort()).toEqual([...OVERRIDDEN].sort())
  })

  it('asks whether to continue before every character', () => {
    const tokenizer = create()
    const text = 'only text'
    const indexes: unknown[] = []
    tokenizer.shouldContinue = () => {
      indexes.push(tokenizer.index)
      return (tokenizer.index as number) < text.length
    }
    tokenizer.write(text)
    expect(indexes).toEqual([...Array(text.length + 1).keys()])
  })

  it('numbers the states as expected', () => {
    const tokenizer = create()
    expect(tokenizer.state).toBe(IN_TEXT)
    tokenizer.write('<p ')
    expect(tokenizer.state).toBe(BEFORE_ATTRIBUTE_NAME)
  })
})
