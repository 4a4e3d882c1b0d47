// The upper bound: undici fetches every page, 20 at a time, and discards it. Arguments: port, pages, concurrency.
import { Agent, request } from 'undici'
import { addressOf } from './pages.ts'

const [port, pages, concurrency] = process.argv.slice(2).map(Number) as [number, number, number]
const agent = new Agent({ connections: concurrency })
let next = 0
let done = 0
const worker = async () => {
  while (next < pages) {
    const { body } = await request(addressOf(next++, port), { dispatcher: agent })
    await body.arrayBuffer()
    done++
  }
}
await Promise.all(Array.from({ length: concurrency }, worker))
console.log(JSON.stringify({ pages: done }))
await agent.close()
