// The web that every peer crawls: real news pages behind 20 loopback hosts, each with 20 links appended.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Pages about as large as the news pages of today. */
const [MIN, MAX] = [100_000, 250_000]
export const HOSTS = 20
const LINKS = 20

/** Loopback addresses as hosts: each has its own delay, and none needs DNS. */
const hostOf = (n: number) => `127.0.0.${2 + (n % HOSTS)}`

export const addressOf = (n: number, port: number) => `http://${hostOf(n)}:${port}/p/${n}`

/** The bodies of `count` pages: page n leads to the 20 pages from 20 n + 1, so that all of them can be reached from page 0. */
export function peerPages(data: string, count: number, port: number): (n: number) => Buffer {
  const originals = load(data)
  return (n) => {
    const links = Array.from({ length: LINKS }, (_, k) => (n * LINKS + k + 1) % count)
    const list = links.map((to) => `<li><a href="${addressOf(to, port)}">Report number ${to}</a></li>`)
    return Buffer.concat([
      originals[n % originals.length] as Buffer,
      Buffer.from(`<ul>${list.join('\n')}</ul>`),
    ])
  }
}

/** Each has its original URL as base, so that its original links lead away from the crawled hosts. */
function load(folder: string): Buffer[] {
  const scratch = mkdtempSync(join(tmpdir(), 'eventide-peers-'))
  try {
    execFileSync('tar', ['xJf', join(folder, 'dates/html.tar.xz'), '-C', scratch])
    const gold = JSON.parse(readFileSync(join(folder, 'dates/gold.json'), 'utf8')) as Record<
      string,
      { file: string }
    >
    const urls = new Map(Object.entries(gold).map(([url, { file }]) => [file, url]))
    return readdirSync(join(scratch, 'html'))
      .sort()
      .filter((file) => {
        const { size } = statSync(join(scratch, 'html', file))
        return size >= MIN && size <= MAX
      })
      .map((file) => withBase(readFileSync(join(scratch, 'html', file)), urls.get(file)))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function withBase(page: Buffer, url = 'http://news.invalid/'): Buffer {
  const own = page.toString('latin1').replace(/<base\s/gi, '<link ')
  const head = /<head(?:\s[^>]{0,500})?>/i.exec(own.slice(0, 20_000))
  const at = head ? head.index + head[0].length : 0
  const base = `<base href="${url.replaceAll('"', '%22')}">`
  return Buffer.from(own.slice(0, at) + base + own.slice(at), 'latin1')
}
