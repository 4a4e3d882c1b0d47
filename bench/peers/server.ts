// Serves the pages of `pages.ts` in a separate process, which its parent kills.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { peerPages } from './pages.ts'

const [data = '', count = '5000'] = process.argv.slice(2)
let pageOf: (n: number) => Buffer = () => Buffer.alloc(0)
const server = createServer((request, response) => {
  const n = /^\/p\/(\d{1,9})$/.exec(request.url ?? '')?.[1]
  if (n === undefined || Number(n) >= Number(count)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page')
    return
  }
  const body = pageOf(Number(n))
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }).end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '0.0.0.0', () => {
  const { port } = server.address() as AddressInfo
  pageOf = peerPages(data, Number(count), port)
  process.send?.(port)
})
process.on('disconnect', () => process.exit())
