import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILE_NAME } from './gazetteer-format.ts'

/** Maximum number of folders between this module and the package root. */
const MAX_LEVELS = 5

/** The gazetteer file to use: the one named by `EVENTIDE_GAZETTEER`, otherwise the one that the build writes to `dist/gazetteer/`. */
export function gazetteerPath(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment.EVENTIDE_GAZETTEER ?? builtFile(dirname(fileURLToPath(import.meta.url))))
}

/** The program runs from `src/` in development and from a bundle in `dist/`: look beside the module, then further up. */
function builtFile(module: string): string {
  let folder = module
  for (let level = 0; level < MAX_LEVELS; level++) {
    const beside = join(folder, 'gazetteer', FILE_NAME)
    const inDist = join(folder, 'dist', 'gazetteer', FILE_NAME)
    for (const path of [beside, inDist]) if (existsSync(path)) return path
    folder = dirname(folder)
  }
  return join(module, '..', '..', 'dist', 'gazetteer', FILE_NAME)
}
