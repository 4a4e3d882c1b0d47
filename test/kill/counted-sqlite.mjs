import { DatabaseSync as Real } from '@photostructure/sqlite'
import { call } from './kill-point.mjs'

/** The database driver, with every statement that may write counted. */
export class DatabaseSync {
  #real

  constructor(...args) {
    this.#real = new Real(...args)
  }

  get isTransaction() {
    return this.#real.isTransaction
  }

  exec(sql) {
    return call(() => this.#real.exec(sql))
  }

  prepare(...args) {
    const statement = this.#real.prepare(...args)
    return {
      run: (...values) => call(() => statement.run(...values)),
      get: (...values) => statement.get(...values),
      all: (...values) => statement.all(...values),
    }
  }

  close() {
    return call(() => this.#real.close())
  }
}
