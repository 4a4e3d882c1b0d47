import { expect } from 'vitest'
import { startServer } from '../server.ts'
import type { Bench } from './bench.ts'

/** Commands that run until they are stopped: serve, schedule. */
export function servingCases({ cwd, uses, refuses, run, json }: Bench): void {
  uses('serve', 'serves the application, its assets and the API on loopback', async () => {
    const server = await startServer(['collections'], cwd)
    try {
      const page = await fetch(server.url)
      const html = await page.text()
      expect(page.status).toBe(200)
      const assets = Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), (match) => match[1] ?? '')
      expect(assets.length).toBeGreaterThan(1)
      for (const asset of assets) expect((await fetch(new URL(asset, server.url))).status, asset).toBe(200)
      const listed = await fetch(new URL('/api/collections', server.url))
      expect(JSON.stringify(await listed.json())).toContain('haiyan')
      const found = await fetch(new URL('/api/search?q=storm&limit=2', server.url))
      expect(await found.json()).toMatchObject({ hits: [{ collection: 'haiyan' }, { collection: 'haiyan' }] })
    } finally {
      expect(await server.stop()).toBe(0)
    }
  })
  refuses('serve', 'a folder that does not exist', ['nowhere'], /nowhere is not a folder/i)
  refuses('serve', 'a port that is none', ['collections', '--port', '99999'], /from 0 to 65535/)

  uses('schedule add', 'schedules a crawl that list shows and remove forgets', async () => {
    const { id } = await json([
      'schedule',
      'add',
      'collections',
      'haiyan',
      '0 6 * * *',
      '--timezone',
      'Asia/Manila',
    ])
    expect((await run(['schedule', 'list', 'collections'])).out).toContain(String(id))
    await run(['schedule', 'remove', 'collections', String(id)])
    expect((await run(['schedule', 'list', 'collections'])).out).not.toContain(String(id))
  })
  refuses(
    'schedule add',
    'a time that is not cron syntax',
    ['collections', 'haiyan', 'soon'],
    /such as "0 6 \* \* 1-5"$/m,
  )
  refuses('schedule add', 'a collection that does not exist', ['collections', 'none', '@daily'], /none/)

  uses('schedule list', 'prints nothing as JSON where nothing is scheduled', async () => {
    expect((await run(['schedule', 'list', 'haiyan', '--json'])).out).toBe('')
  })
  refuses('schedule list', 'a folder that does not exist', ['nowhere'], /nowhere is not a folder/i)

  uses('schedule remove', 'forgets a schedule', async () => {
    const { id } = await json(['schedule', 'add', 'collections', 'haiyan', '@daily'])
    expect(await json(['schedule', 'remove', 'collections', String(id)])).toEqual({ removed: id })
  })
  refuses('schedule remove', 'a schedule nobody knows', ['collections', 'abc'], /abc/)

  uses('schedule run', 'starts one now and ends when it has', async () => {
    const { id } = await json(['schedule', 'add', 'collections', 'haiyan', '@daily', '--more-pages', '1'])
    const ran = await json([
      'schedule',
      'run',
      'collections',
      '--now',
      String(id),
      '--contact',
      'a@example.org',
    ])
    expect(ran).toMatchObject({ id })
    await run(['schedule', 'remove', 'collections', String(id)])
  })
  refuses('schedule run', 'a folder that does not exist', ['nowhere'], /nowhere is not a folder/i)
}
