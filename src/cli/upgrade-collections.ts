import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseOf, upgradeCollection } from '../collection.ts'
import { EventideError } from '../model/errors.ts'
import { printable, type Terminal } from './output.ts'

/** Collections of an older Eventide, in a folder or the folder itself: upgraded, unless a crawl is writing to them. */
export async function upgradeCollections(folder: string, terminal: Terminal): Promise<void> {
  const dirs = [folder, ...readdirSync(folder).map((name) => join(folder, name))]
  for (const dir of dirs.filter((one) => existsSync(databaseOf(one)))) {
    try {
      if (await upgradeCollection(dir)) terminal.err.write(`${printable(dir)} was upgraded\n`)
    } catch (error) {
      // The others can still be served; this one reports the problem when it is opened.
      if (!(error instanceof EventideError)) throw error
      terminal.err.write(`${printable(dir)} was not upgraded: ${printable(error.message)}\n`)
    }
  }
}
