import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseOf, upgradeCollection } from '../collection.ts'
import { EventideError } from '../model/errors.ts'
import { printable, type Terminal } from './output.ts'

/** Collections of an older Eventide, in a folder or the folder itself: brought up to date, when nobody is crawling into them. */
export async function bringUpToDate(folder: string, terminal: Terminal): Promise<void> {
  const dirs = [folder, ...readdirSync(folder).map((name) => join(folder, name))]
  for (const dir of dirs.filter((one) => existsSync(databaseOf(one)))) {
    try {
      if (await upgradeCollection(dir)) terminal.err.write(`${printable(dir)} was brought up to date\n`)
    } catch (error) {
      // The others can still be served; this one says what is wrong with it when it is opened.
      if (!(error instanceof EventideError)) throw error
      terminal.err.write(`${printable(dir)} was not brought up to date: ${printable(error.message)}\n`)
    }
  }
}
