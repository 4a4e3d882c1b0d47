import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, HOSTS } from './pages.ts'

interface Task {
  readonly port: number
  readonly pages: number
  readonly concurrency: number
  /** An empty folder for output. */
  readonly folder: string
}

export interface Peer {
  readonly name: string
  readonly version: string
  readonly command: (task: Task) => readonly string[]
}

const here = import.meta.dirname
const root = join(here, '../..')

/** Wide enough that some pages are kept and indexed: 2 to 4 in a hundred. */
const EVENT = `name: A year in Germany
what: [Deutschland, Jahr]
where: { Germany: 1 }
when: { start: 2010-01-01, end: 2021-12-31 }
languages: [de, en]
`

/** All features: places, dates, the default strategy, WARC of every page, index. No browser, because the others have none. */
export function eventide(nodeOptions: readonly string[] = []): Peer {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    name: 'eventide',
    version,
    command: ({ port, pages, concurrency, folder }) => {
      writeFileSync(join(folder, 'event.yaml'), EVENT)
      writeFileSync(join(folder, 'seeds.txt'), `${addressOf(0, port)}\n`)
      const hosts = Array.from({ length: HOSTS }, (_, n) => [
        '--allow-host',
        new URL(addressOf(n, port)).host,
      ])
      return [
        ...[
          process.execPath,
          ...nodeOptions,
          join(root, 'bin/eventide.js'),
          'crawl',
          join(folder, 'collection'),
        ],
        ...['--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt'), '--allow-private'],
        ...['--pages', String(pages), '--host-pages', String(pages), '--concurrency', String(concurrency)],
        ...['--delay', '0', '--patience', '5s', '--render', 'never', '--json', '--quiet', ...hosts.flat()],
      ]
    },
  }
}

/** Installed from npm into a folder outside the project, once. */
export function crawlee(folder: string): Peer[] {
  const manifest = join(folder, 'node_modules/@crawlee/cheerio/package.json')
  if (!existsSync(manifest)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '@crawlee/cheerio'], {
      cwd: folder,
      stdio: 'inherit',
    })
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const peer = (name: string, persist: 'on' | 'off'): Peer => ({
    name,
    version,
    command: ({ port, pages, concurrency, folder: into }) => [
      ...['env', `CRAWLEE_STORAGE_DIR=${join(into, 'storage')}`, process.execPath],
      ...[join(here, 'crawlee.mjs'), folder, addressOf(0, port), String(pages), String(concurrency), persist],
    ],
  })
  return [peer('crawlee, in memory', 'off'), peer('crawlee, persistent', 'on')]
}

const SYSTEM_PYTHON = '/usr/bin/python3'

/** Debian's package; undefined when it is not there and cannot be installed. */
export function scrapy(): Peer | undefined {
  const version = scrapyVersion() ?? (installScrapy() ? scrapyVersion() : undefined)
  if (version === undefined) return undefined
  return {
    name: 'scrapy',
    version,
    command: ({ port, concurrency, folder }) => [
      ...[SYSTEM_PYTHON, join(here, 'scrapy-spider.py'), addressOf(0, port)],
      ...[String(concurrency), join(folder, 'items.jsonl')],
    ],
  }
}

function scrapyVersion(): string | undefined {
  try {
    const say = ['-c', 'import scrapy; print(scrapy.__version__)']
    return execFileSync(SYSTEM_PYTHON, say, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

function installScrapy(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('apt-get', ['install', '-y', '-q', 'python3-scrapy'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export function bare(): Peer {
  return {
    name: 'bare undici loop',
    version: (
      JSON.parse(readFileSync(join(root, 'node_modules/undici/package.json'), 'utf8')) as { version: string }
    ).version,
    command: ({ port, pages, concurrency }) => [
      ...[process.execPath, '--import', import.meta.resolve('tsx'), join(here, 'bare.ts')],
      ...[port, pages, concurrency].map(String),
    ],
  }
}
