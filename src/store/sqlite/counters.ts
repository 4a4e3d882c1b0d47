import type { QueueCounts } from '../store.ts'
import type { Connection } from './connection.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'

type CounterName = keyof QueueCounts

const NAME_OF_STATE = new Map<UrlStateCode, CounterName>([
  [URL_STATE.queued, 'queued'],
  [URL_STATE.leased, 'leased'],
  [URL_STATE.done, 'done'],
  [URL_STATE.failed, 'failed'],
  [URL_STATE.excluded, 'excluded'],
  [URL_STATE.dropped, 'excluded'],
])

const CHANGE = `
  INSERT INTO counters SELECT key, value FROM json_each(?) WHERE value <> 0
  ON CONFLICT (name) DO UPDATE SET value = value + excluded.value`

/** Totals that are updated with every change, because counting ten million rows is slow. */
export class Counters {
  readonly #connection: Connection
  readonly #changes = new Map<CounterName, number>()

  constructor(connection: Connection) {
    this.#connection = connection
    connection.onRollback(() => this.#changes.clear())
  }

  /** `from` is null for a new URL. */
  moved(from: UrlStateCode | null, to: UrlStateCode): void {
    if (from !== null) this.add(NAME_OF_STATE.get(from), -1)
    this.add(NAME_OF_STATE.get(to), 1)
  }

  add(name: CounterName | undefined, change: number): void {
    if (name) this.#changes.set(name, (this.#changes.get(name) ?? 0) + change)
  }

  /** Call at the end of a transaction. */
  flush(): void {
    if (this.#changes.size > 0)
      this.#connection.run(CHANGE, JSON.stringify(Object.fromEntries(this.#changes)))
    this.#changes.clear()
  }

  read(): QueueCounts {
    const rows = this.#connection.all<{ name: CounterName; value: number }>(
      'SELECT name, value FROM counters',
    )
    const totals = new Map(rows.map((row) => [row.name, row.value]))
    const of = (name: CounterName) => totals.get(name) ?? 0
    return {
      queued: of('queued'),
      leased: of('leased'),
      done: of('done'),
      failed: of('failed'),
      excluded: of('excluded'),
      fetched: of('fetched'),
      kept: of('kept'),
      copies: of('copies'),
    }
  }
}
