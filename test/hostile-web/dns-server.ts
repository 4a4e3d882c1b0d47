import dgram from 'node:dgram'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface DnsServer {
  /** `127.0.0.1:port`, as resolvers expect it. */
  readonly address: string
  /** `name A` or `name AAAA` for each query. */
  readonly questions: string[]
  close(): Promise<void>
}

const TYPES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
])

/** Answers queries for these names; other names do not exist. */
export async function startDnsServer(
  table: Readonly<Record<string, { addresses: readonly string[]; ttl: number }>>,
): Promise<DnsServer> {
  const names = new Map(Object.entries(table))
  const questions: string[] = []
  const socket = dgram.createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, end } = readName(message, 12)
    const type = TYPES.get(message.readUInt16BE(end)) ?? '?'
    questions.push(`${name} ${type}`)
    const entry = names.get(name)
    const addresses = (entry?.addresses ?? []).filter((a) => (isIPv4(a) ? 'A' : 'AAAA') === type)
    const header = Buffer.alloc(12)
    header.writeUInt16BE(message.readUInt16BE(0), 0)
    header.writeUInt16BE(entry ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(addresses.length, 6)
    const answers = addresses.map((address) => record(address, entry?.ttl ?? 0))
    socket.send(Buffer.concat([header, message.subarray(12, end + 4), ...answers]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 1 }
}

function record(address: string, ttl: number): Buffer {
  const bytes = ipaddr.parse(address).toByteArray()
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(bytes.length === 4 ? 1 : 28, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(ttl, 6)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, Buffer.from(bytes)])
}
