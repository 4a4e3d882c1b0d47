import { boundHeapRoom } from '../../crawl/loop/heap-room.ts'
import { eventContext } from '../../event-context.ts'
import { createExampleWeb } from '../../lab/web/example-web.ts'
import { serveWeb } from '../../lab/web/web-server.ts'
import { EventideError } from '../../model/errors.ts'
import { loadInheritedPlugins } from '../../plugins/load-plugins.ts'
import type { CollectionWeb } from './crawl-file.ts'
import { CrawlRun } from './crawl-run.ts'
import { lowerPriority } from './priority.ts'
import { type CrawlSetup, type FromCrawl, RUN_OVER, type ToCrawl } from './protocol.ts'

let run: CrawlRun | undefined
let lastStatus = ''

function send(message: FromCrawl): void {
  // The server may have ended.
  if (process.connected) process.send?.(message, () => {})
}

async function work(setup: CrawlSetup): Promise<void> {
  boundHeapRoom()
  run = new CrawlRun(
    setup,
    eventContext,
    (status) => {
      // The memory of the process changes all the time; it is sent with everything else.
      const text = JSON.stringify({ ...status, memory: 0 })
      if (text === lastStatus) return
      lastStatus = text
      send({ kind: 'status', status })
    },
    {
      log: setup.logs ? (entry) => send({ kind: 'log', entry }) : undefined,
      whenStuck: 'Nothing else could continue, so the crawl was ended.',
    },
  )
  const web = setup.web && (await serveWeb(webOf(setup.web)))
  try {
    end({ kind: 'end', ...(await run.run(web?.url ?? null)) }, 0)
  } finally {
    await web?.close()
  }
}

function webOf({ example }: CollectionWeb) {
  return createExampleWeb(example)
}

function end(message: FromCrawl, code: number): void {
  if (process.connected) process.send?.(message, () => process.exit(code))
  else process.exit(code)
}

function fail(error: unknown): void {
  const message = error instanceof EventideError ? error.message : String((error as Error)?.stack ?? error)
  end({ kind: 'failed', message }, 1)
}

async function handle(message: ToCrawl): Promise<void> {
  if (message.kind === 'start') return work(message.setup)
  if (message.kind === 'curate') return curate(message)
  if (message.kind === 'settings') return run?.change(message.settings).catch(unlessOver)
  if (message.kind === 'pause') run?.pause()
  else if (message.kind === 'resume') run?.resume()
  else if (message.kind === 'stop') run?.stop()
  else {
    // Always answered, because the server waits for it even while nothing is open yet.
    send({ kind: 'live', live: (await run?.live()) ?? null })
  }
}

/** A change that arrives after the end of the run applies to the next one. */
function unlessOver(error: unknown): void {
  if (!(error instanceof EventideError) || error.code !== RUN_OVER) throw error
}

async function curate({ ticket, order }: Extract<ToCrawl, { kind: 'curate' }>): Promise<void> {
  try {
    if (run) send({ kind: 'curated', ticket, entry: await run.curate(order) })
  } catch (error) {
    if (!(error instanceof EventideError)) throw error
    send({ kind: 'refused', ticket, code: error.code, message: error.message })
  }
}

lowerPriority()
await loadInheritedPlugins()
process.on('message', (message: ToCrawl) => void handle(message).catch(fail))
// The server has ended: finish the pages in progress and exit.
process.on('disconnect', () => (run ? run.stop() : process.exit(0)))
// Ctrl-C in a terminal also reaches the server, which decides when to stop.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => (run ? run.stop() : process.exit(0)))
