import { parentPort, workerData } from 'node:worker_threads'
import { eventContext } from '../../event-context.ts'
import { EventideError, type ExitName, type Issue } from '../../model/errors.ts'
import { loadInheritedPlugins } from '../../plugins/load-plugins.ts'
import { openCollections } from '../served-collections.ts'
import { type SearchRoute, type SearchSetting, searchReplies } from './search-replies.ts'

/** What a thread that searches is given when it starts. */
export interface SearchThreadSetup {
  readonly folder: string
}

export interface SearchTask {
  readonly route: SearchRoute
  readonly query: object
}

/** A search, or that there are no more. */
export type ToSearcher = SearchTask | 'end'

/** That it is ready; then one for each search, in the order in which they were sent. */
export type FromSearcher =
  | 'ready'
  | { readonly json: Uint8Array }
  | {
      readonly refused: {
        readonly code: string
        readonly message: string
        readonly exit: ExitName
        readonly issues: readonly Issue[] | undefined
      }
    }
  | { readonly failed: string }

const { folder } = workerData as SearchThreadSetup
await loadInheritedPlugins()
const collections = openCollections(folder, eventContext)
const setting: SearchSetting = { collections, eventContext }
const encoder = new TextEncoder()
let last: Promise<void> = Promise.resolve()
tell('ready')

parentPort?.on('message', (message: ToSearcher) => {
  // One after the other: the first to come is the first to be answered.
  last = last.then(() => (message === 'end' ? end() : search(message)))
})

async function search({ route, query }: SearchTask): Promise<void> {
  try {
    const reply = searchReplies[route] as (query: object, setting: SearchSetting) => Promise<unknown>
    const json = encoder.encode(JSON.stringify(await reply(query, setting)))
    tell({ json }, [json.buffer as ArrayBuffer])
  } catch (error) {
    if (error instanceof EventideError) {
      const { code, message, exit, issues } = error
      tell({ refused: { code, message, exit, issues } })
    } else tell({ failed: String((error as Error)?.stack ?? error) })
  }
}

async function end(): Promise<void> {
  await collections.close()
  parentPort?.close()
}

function tell(message: FromSearcher, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}
