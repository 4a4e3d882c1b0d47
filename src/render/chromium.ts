import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { EventideError } from '../model/errors.ts'

/** As the packages of the common systems call it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const ELSEWHERE = [
  '/usr/lib/chromium/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium to use: the one named, or the first found on the path. Null when there is none. */
export function findChromium(
  named = process.env.EVENTIDE_CHROMIUM,
  path = process.env.PATH ?? '',
): string | null {
  if (named) return isProgram(named) ? named : null
  const folders = path.split(delimiter).filter(isAbsolute)
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE]
  return candidates.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** What happened, what to install, and which option does without. */
export function noChromium(named = process.env.EVENTIDE_CHROMIUM): EventideError {
  const what = named ? `${named} is no program` : 'no Chromium was found'
  return new EventideError(
    'no-browser',
    `${what}: install it (Debian, Ubuntu: apt-get install chromium), or name one with --chromium or EVENTIDE_CHROMIUM, ` +
      'or read pages without a browser: --render never',
  )
}
