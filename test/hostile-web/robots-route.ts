import { respond } from './respond.ts'
import type { Route } from './server.ts'

const RULES = 'User-agent: *\nDisallow: /private/\n'
const ODD_NAMES = `User-agent: constructor\nUser-agent: __proto__\nDisallow: /\n\n${RULES}`
const TEXT = { 'Content-Type': 'text/plain' }

const at450k = `${'# filling\n'.repeat(45_000)}${RULES}${'# filling\n'.repeat(15_000)}`
const at550k = `${'# filling\n'.repeat(55_000)}${RULES}`

/** By the first label of the host: `rules.test`, `status-503.test`, `redirects-5.test`, ... */
const VARIANTS = new Map<string, Route>([
  ['rules', (socket) => respond(socket, 200, TEXT, RULES)],
  ['empty', (socket) => respond(socket, 200, TEXT)],
  [
    'html',
    (socket) => respond(socket, 200, { 'Content-Type': 'text/html' }, '<html><p>Disallow: /</p></html>'),
  ],
  ['octets', (socket) => respond(socket, 200, { 'Content-Type': 'application/octet-stream' }, RULES)],
  ['utf8-mark', (socket) => respond(socket, 200, TEXT, `\uFEFF${RULES}`)],
  ['cr-only', (socket) => respond(socket, 200, TEXT, RULES.replaceAll('\n', '\r'))],
  ['long-line', (socket) => respond(socket, 200, TEXT, `${RULES}Disallow: /${'a'.repeat(20_000)}*b\n`)],
  ['behind-long-line', (socket) => respond(socket, 200, TEXT, `# ${'x'.repeat(20_000)}\n${RULES}`)],
  ['odd-names', (socket) => respond(socket, 200, TEXT, ODD_NAMES)],
  ['stars', (socket) => respond(socket, 200, TEXT, `User-agent: *\nDisallow: /${'*'.repeat(1_000_000)}x$\n`)],
  ['big-endian', (socket) => respond(socket, 200, TEXT, Buffer.from(`\uFEFF${RULES}`, 'utf16le').swap16())],
  ['utf16', (socket) => respond(socket, 200, TEXT, Buffer.from(`\uFEFF${RULES}`, 'utf16le'))],
  [
    'latin1',
    (socket) => respond(socket, 200, TEXT, Buffer.from('User-agent: *\nDisallow: /caf\u00E9', 'latin1')),
  ],
  ['at450k', (socket) => respond(socket, 200, TEXT, at450k)],
  ['at550k', (socket) => respond(socket, 200, TEXT, at550k)],
  [
    'partial',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nUser-agent: *\nAllow: /\n'),
  ],
  ['silent', () => {}],
  ['hang-up', (socket) => socket.destroy()],
  ['to-private', (socket) => respond(socket, 302, { Location: 'http://[::1]:1/robots.txt' })],
  ['to-file', (socket) => respond(socket, 302, { Location: 'file:///etc/robots.txt' })],
  ['no-location', (socket) => respond(socket, 302)],
])

/** `/robots.txt`, with one behaviour per host. */
export const robotsRoute: Route = (socket, hit) => {
  const label = hit.host.split('.', 1)[0] ?? ''
  const variant = VARIANTS.get(label)
  if (variant) variant(socket, hit)
  else if (label.startsWith('status-')) respond(socket, Number(label.slice(7)), TEXT, RULES)
  else if (label.startsWith('redirects-')) {
    const hop = Number(hit.query.get('hop') ?? 0)
    if (hop < Number(label.slice(10))) respond(socket, 301, { Location: `/robots.txt?hop=${hop + 1}` })
    else respond(socket, 200, TEXT, RULES)
  } else respond(socket, 404, TEXT, 'none')
}
