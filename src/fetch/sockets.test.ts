import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = new URL('..', import.meta.url).pathname
/** Types and `isIP` are harmless; anything else in these modules can open a connection. */
const CLIENTS =
  /import (?!type |\{ isIP(?:v[46])? \})[^;\n]*from '(?:undici|(?:node:)?(?:http2|https|net|tls|dgram|dns|dns\/promises))'/
const GLOBAL_FETCH = /(?:\bawait|\breturn|[=>(,?:])\s*(?:globalThis\.)?fetch\(/
/** Modules that listen may use `node:http`, and only to serve. */
const SERVERS = /^(?:server|lab)\//

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.startsWith('fetch/'))

it.each(files)('%s opens no connection to the web', (path) => {
  const text = readFileSync(join(SRC, path), 'utf8')
  expect(text).not.toMatch(CLIENTS)
  expect(text).not.toMatch(GLOBAL_FETCH)
  if (!SERVERS.test(path)) expect(text).not.toMatch(/from '(?:node:)?http'/)
  expect(text).not.toMatch(/\bhttp\.(?:request|get)\(/)
})
