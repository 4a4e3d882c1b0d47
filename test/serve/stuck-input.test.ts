import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptyServer, openEmptyServer } from './empty-server.ts'

/** Loaded by the processes that read events and pages: one that parses the JSON of this page is stuck in native code for hours. */
const HOOK = `
const { parse } = JSON
if (process.argv[1]?.includes('event-worker'))
  JSON.parse = (text, ...more) => {
    if (!String(text).includes('stuck here')) return parse(text, ...more)
    return ('a' + '\\u0301\\u0316'.repeat(5e6)).normalize('NFD')
  }`

const STUCK = '<script type="application/ld+json">{"headline": "stuck here"}</script><p>A flood.</p>'
const event = { yaml: 'name: Flood\nwhat: [flood]\n' }

let server: EmptyServer
const inherited = process.env.NODE_OPTIONS

beforeAll(async () => {
  server = await openEmptyServer()
  const hook = join(server.folder, 'hook.mjs')
  await writeFile(hook, HOOK)
  process.env.NODE_OPTIONS = `${inherited ?? ''} --import ${pathToFileURL(hook)}`
})

afterAll(async () => {
  if (inherited === undefined) delete process.env.NODE_OPTIONS
  else process.env.NODE_OPTIONS = inherited
  await server.close()
})

async function judge(html: string): Promise<{ status: number; body: { code?: string; message?: string } }> {
  const response = await fetch(`${server.url}/api/events/judge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ event, page: { html } }),
  })
  return { status: response.status, body: (await response.json()) as { code?: string; message?: string } }
}

describe('a page that never returns', () => {
  it('is refused, and the server answers everyone else meanwhile', async () => {
    let isOver = false
    const stuck = judge(STUCK).finally(() => {
      isOver = true
    })
    expect((await judge('<p>A flood.</p>')).status).toBe(200)
    expect((await fetch(`${server.url}/api/collections`)).status).toBe(200)
    expect(isOver).toBe(false)
    expect(await stuck).toMatchObject({
      status: 422,
      body: { code: 'too-slow', message: expect.stringMatching(/^The event or the page could not be read/) },
    })
    expect((await judge('<p>Another flood.</p>')).status).toBe(200)
  })
})
