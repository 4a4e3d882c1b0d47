// Installs what is missing, and nothing when all is there: `npm start` and `npm test` both begin here.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a command in the project's folder; ends the process with its exit code if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}

export function installMissing() {
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.error('Installing packages (first time only) ...')
  // Not `npm ci`: it insists on lock entries for every platform's binaries, which not every mirror of the registry has.
  run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'])
}

/** Found as the program finds it: by name on the path, or by the environment variable. */
function hasChromium() {
  const named = process.env.EVENTIDE_CHROMIUM
  if (named) return existsSync(named)
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.some((name) => folders.some((folder) => existsSync(join(folder, name))))
}

/** Debian's Chromium, for the tests that show pages in it. False when there is none and none can be installed. */
export function installChromium() {
  if (hasChromium()) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.error('Installing chromium (first time only) ...')
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return hasChromium()
}
