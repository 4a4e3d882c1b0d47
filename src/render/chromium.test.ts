import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, noChromium } from './chromium.ts'
import { createRenderer } from './renderer.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-find-'))
  await writeFile(join(folder, 'chromium'), '')
  await writeFile(join(folder, 'google-chrome'), '#!/bin/sh\nexit 1\n')
  await chmod(join(folder, 'google-chrome'), 0o755)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('finding Chromium', () => {
  it('finds the first program on the path, and no other file', () => {
    expect(findChromium('', folder)).toBe(join(folder, 'google-chrome'))
  })

  it('uses the given program or none', () => {
    expect(findChromium(join(folder, 'google-chrome'), '')).toBe(join(folder, 'google-chrome'))
    expect(findChromium(join(folder, 'nowhere'), folder)).toBeNull()
    expect(findChromium(folder, '')).toBeNull()
  })

  it('explains what happened, what to install and how to do without', () => {
    const { message, code } = noChromium('/no/such/chromium')
    expect(code).toBe('no-browser')
    for (const part of ['/no/such/chromium', 'apt-get install chromium', '--chromium', '--render never'])
      expect(message).toContain(part)
  })
})

describe('without a browser', () => {
  const fetcher = {
    fetch: () => Promise.reject(new Error('nothing may be asked')),
    close: async () => {},
  }
  const bytes = Buffer.from('<p>x')
  const exchange = {
    url: 'http://a.example/',
    method: 'GET' as const,
    requestHeaders: [],
    status: 200,
    statusText: '',
    responseHeaders: [],
    body: bytes,
    truncated: null,
    ip: null,
    startedAt: new Date(0),
  }
  const request = { url: exchange.url, result: { exchange, body: bytes }, permits: async () => true }
  const never = new AbortController().signal

  it.each([
    ['that is not there', () => join(folder, 'nowhere'), /apt-get install chromium.*--render never/],
    ['that does not start', () => join(folder, 'google-chrome'), /does not start/],
  ])('with %s, pages are read as fetched and the reason is reported once', async (_, chromium, message) => {
    const notices: string[] = []
    const renderer = createRenderer({
      fetcher,
      agent: 'x',
      chromium: chromium(),
      notice: (text) => notices.push(text),
    })
    for (let i = 0; i < 5; i++)
      expect(await renderer.render(request, never)).toEqual({
        drawn: null,
        problem: 'no-browser',
        resources: [],
      })
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatch(message)
    await renderer.close()
  })
})
