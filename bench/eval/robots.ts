// robots.txt tests of other projects, and thousands of real files: `npx tsx bench/eval/robots.ts <data folder> [wrong]`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fetcher } from '../../src/fetch/fetcher.ts'
import { fetchRobots, robotsOf } from '../../src/fetch/robots-policy.ts'

interface Check {
  readonly file: string
  readonly body: Uint8Array
  readonly url: string
  readonly agent: string
  readonly kind: string
  readonly allowed: boolean
}

/** The checks of one file of the corpus: protocol buffers in text form, of which these files use little. */
function checksOf(file: string, bytes: Buffer): Check[] {
  const checks: Check[] = []
  const token = /#[^\n]*|([a-z_]+):|"((?:[^"\\]|\\[\s\S])*)"|([A-Z_]+)|[[\]{},]/g
  let body: Uint8Array = new Uint8Array(0)
  let field = ''
  let fields = new Map<string, string>()
  const flush = () => {
    const expected = fields.get('expected_outcome')
    if (expected !== undefined)
      checks.push({
        file,
        body,
        url: Buffer.from(fields.get('testurl') ?? '', 'latin1').toString(),
        agent: fields.get('useragent') ?? '',
        kind: fields.get('test_type') ?? '',
        allowed: expected === 'ALLOWED',
      })
    fields = new Map()
  }
  for (const [all, name, text, word] of bytes.toString('latin1').matchAll(token)) {
    if (name !== undefined) {
      field = name
      if (name === 'robotstxt') body = new Uint8Array(0)
    } else if (text !== undefined) {
      if (field === 'robotstxt') body = Buffer.concat([body, unescaped(text)])
      else fields.set(field, (fields.get(field) ?? '') + unescaped(text).toString('latin1'))
    } else if (word !== undefined) fields.set(field, word)
    else if (all === '}') flush()
  }
  return checks
}

function unescaped(text: string): Buffer {
  const named = new Map([
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
  ])
  const plain = text.replaceAll(
    /\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|([\s\S]))/g,
    (_, hex?: string, octal?: string, other?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      return named.get(other ?? '') ?? other ?? ''
    },
  )
  return Buffer.from(plain, 'latin1')
}

/** A server that answers everything with these bytes, so that files are read exactly as a crawl reads them. */
function answering(body: Uint8Array): Fetcher {
  return {
    async fetch(url) {
      const exchange = {
        url,
        method: 'GET' as const,
        requestHeaders: [],
        status: 200,
        statusText: 'OK',
        responseHeaders: [],
        body,
        truncated: null,
        ip: null,
        startedAt: new Date(0),
      }
      return { exchange, body }
    },
    async close() {},
  }
}

async function rulesIn(body: Uint8Array) {
  const { record } = await fetchRobots({ fetcher: answering(body), origin: 'http://site.test', now: 0 })
  return robotsOf(record)
}

const [data, detail] = process.argv.slice(2)
if (!data) throw new Error('Usage: npx tsx bench/eval/robots.ts <data folder> [wrong]')
const unpacked = mkdtempSync(join(tmpdir(), 'eval-robots-'))
try {
  for (const archive of ['google-robotstxt-spec-test', 'protego-4231-real-robotstxt'])
    execFileSync('tar', ['xJf', join(data, `conformance/robots/${archive}.tar.xz`), '-C', unpacked])
  const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).sort()
  const checks = files
    .filter((path) => path.endsWith('.textproto'))
    .flatMap((path) => checksOf(path, readFileSync(join(unpacked, path))))
  const wrong: Check[] = []
  for (const check of checks) {
    const robots = await rulesIn(check.body)
    if (robots.allows(check.url, check.agent) !== check.allowed) wrong.push(check)
  }
  console.log(`checks: ${checks.length - wrong.length} of ${checks.length} pass`)
  if (detail === 'wrong')
    for (const { body, ...check } of wrong) console.log(check, Buffer.from(body).toString())

  const real = files.filter((path) => path.startsWith('tests/test_data/'))
  const begun = process.cpuUsage()
  let understood = 0
  for (const path of real) {
    const robots = await rulesIn(readFileSync(join(unpacked, path)))
    robots.allows('http://site.test/2026/11/a-story-of-some-length?page=2', 'Eventide')
    understood++
  }
  const { user, system } = process.cpuUsage(begun)
  console.log(
    `real files: ${understood} of ${real.length} read, ${((user + system) / 1e3 / real.length).toFixed(2)} ms each`,
  )
} finally {
  rmSync(unpacked, { recursive: true, force: true })
}
