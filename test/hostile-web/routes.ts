import zlib from 'node:zlib'
import { bomb, emptyMembers } from './bombs.ts'
import { drip, flood, respond } from './respond.ts'
import { robotsRoute } from './robots-route.ts'
import type { Route } from './server.ts'

const HTML = { 'Content-Type': 'text/html' }
const CHUNKED = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n'

const redirect =
  (location: string, status = 302): Route =>
  (socket) =>
    respond(socket, status, { Location: location })

const wellBehaved: [string, Route][] = [
  ['/ok', (socket) => respond(socket, 200, HTML, '<p>fine</p>')],
  ['/image', (socket) => respond(socket, 200, { 'Content-Type': 'image/png' }, new Uint8Array(100_000))],
  ['/size', (socket, { query }) => respond(socket, 200, HTML, 'x'.repeat(Number(query.get('bytes'))))],
  ['/status', (socket, { path }) => respond(socket, Number(path.slice('/status/'.length)), HTML, 'status')],
  // Gone under a campaign URL, but available under its own.
  ['/campaign', (socket, { query }) => respond(socket, query.size > 0 ? 410 : 200, HTML, '<p>fine</p>')],
  ['/429', (socket) => respond(socket, 429, { 'Retry-After': '3600' })],
  ['/503', (socket) => respond(socket, 503, { 'Retry-After': 'Wed, 21 Oct 2099 07:28:00 GMT' })],
  ['/robots.txt', robotsRoute],
]

const slow: [string, Route][] = [
  ['/silent', () => {}],
  [
    '/drip',
    (socket, { query }) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\nx`)
      drip(socket, 'x', Number(query.get('ms') ?? 5))
    },
  ],
  ['/stall', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome of it')],
  ['/stall-empty', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')],
  [
    '/header-drip',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      drip(socket, 'x', 5)
    },
  ],
  ['/early-hints', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 1)],
]

const endless: [string, Route][] = [
  [
    '/infinite',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n')
      flood(socket, 'x'.repeat(65_536))
    },
  ],
  [
    '/tiny-chunks',
    (socket) => {
      socket.write(CHUNKED)
      flood(socket, '1\r\nx\r\n'.repeat(8_192))
    },
  ],
  [
    '/chunk-extension',
    (socket) => {
      socket.write(`${CHUNKED}1;`)
      flood(socket, 'x'.repeat(65_536))
    },
  ],
  [
    '/beyond-length',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n0123456789')
      flood(socket, 'x'.repeat(65_536))
    },
  ],
  [
    '/trailers',
    (socket) => {
      socket.write(`${CHUNKED}a\r\n0123456789\r\n0\r\n`)
      flood(socket, 'X-Trailer: x\r\n'.repeat(1_000))
    },
  ],
  [
    '/many-links',
    (socket, { query }) => {
      const links = Array.from(
        { length: Number(query.get('count')) },
        (_, i) => `<a href="/l/${i}">flood</a>`,
      )
      respond(socket, 200, HTML, links.join(' '))
    },
  ],
  ['/big-header', (socket) => respond(socket, 200, { 'X-Big': 'x'.repeat(1_000_000) })],
  [
    '/many-headers',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(100_000)}Content-Length: 0\r\n\r\n`),
  ],
  [
    '/some-headers',
    (socket, { query }) =>
      socket.write(
        `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(Number(query.get('count')))}Content-Length: 0\r\n\r\n`,
      ),
  ],
]

const broken: [string, Route][] = [
  ['/length-too-long', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0123456789')],
  [
    '/length-too-short',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789${'x'.repeat(990)}`),
  ],
  [
    '/huge-length',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n0123456789'),
  ],
  [
    '/disconnect',
    (socket) => socket.write(`${CHUNKED}a\r\n0123456789\r\n`, () => setTimeout(() => socket.destroy(), 5)),
  ],
  ['/hang-up', (socket) => socket.destroy()],
  ['/half-headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n')],
  ['/malformed/status', (socket) => socket.end('HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n')],
  ['/malformed/header', (socket) => socket.end('HTTP/1.1 200 OK\r\nno colon here\r\n\r\n')],
  ['/malformed/garbage', (socket) => socket.end('\u0000\u0001SSH-2.0-OpenSSH_9.0\r\n\r\n')],
  ['/malformed/chunk', (socket) => socket.end(`${CHUNKED}a\r\n0123456789\r\nzz\r\nbad\r\n`)],
  [
    '/malformed/two-lengths',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde'),
  ],
  ['/bomb', bomb],
  ['/empty-members', emptyMembers],
  [
    '/encodings',
    (socket, { query }) => {
      const count = Number(query.get('count'))
      let body: Uint8Array = Buffer.from('layers')
      for (let i = 0; i < count; i += 1) body = zlib.gzipSync(body)
      respond(
        socket,
        200,
        { 'Content-Encoding': Array.from({ length: count }, () => 'gzip').join(', ') },
        body,
      )
    },
  ],
  [
    '/encoding',
    (socket, { path }) => {
      const name = path.slice('/encoding/'.length)
      respond(socket, 200, { 'Content-Encoding': name }, 'not encoded at all')
    },
  ],
]

const redirects: [string, Route][] = [
  ['/redirect/self', redirect('/redirect/self')],
  ['/redirect/a', redirect('/redirect/b')],
  ['/redirect/b', redirect('/redirect/a')],
  [
    '/redirect/chain',
    (socket, { path }) => {
      const left = Number(path.slice('/redirect/chain/'.length))
      respond(socket, 301, { Location: left > 1 ? `/redirect/chain/${left - 1}` : '/ok' })
    },
  ],
  ['/redirect/private', redirect('http://169.254.169.254/latest/meta-data/')],
  ['/redirect/file', redirect('file:///etc/passwd')],
  ['/redirect/elsewhere', redirect('//elsewhere.test/')],
  ['/redirect/long', redirect(`/${'a'.repeat(50_000)}`)],
  ['/redirect/nowhere', (socket) => respond(socket, 302)],
]

/** All behaviours of the hostile web by path; a route includes the paths below it. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  ...wellBehaved,
  ...slow,
  ...endless,
  ...broken,
  ...redirects,
])
