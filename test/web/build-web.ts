import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Builds the application unless it is up to date; returns its folder. */
export function buildWeb(): string {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', 'web'], { cwd: ROOT, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`The application could not be built: ${built.stderr}`)
  return join(ROOT, 'dist/web')
}
