import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventContext } from '../../src/event-context.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/start.ts'

export interface EmptyServer extends RunningServer {
  readonly folder: string
}

/** A real server on a folder without collections. The caller closes it. */
export async function openEmptyServer(options: Partial<ServerOptions> = {}): Promise<EmptyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-empty-'))
  const server = await startServer({
    ...{ folder, eventContext: eventContext, host: '127.0.0.1', port: 0, replayPort: 0 },
    ...{ readOnly: false, tiles: null, network: {} },
    log: (line) => process.stderr.write(`server: ${line}\n`),
    ...options,
  })
  return {
    ...server,
    folder,
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
