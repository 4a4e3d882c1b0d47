import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { EventideError } from '../model/errors.ts'

/** Names of the program on common systems. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const ELSEWHERE = [
  '/usr/lib/chromium/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium to use: the given one, or the first on the path. Null if there is none. */
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

/** Explains what to install, or how to do without. */
export function noChromium(named = process.env.EVENTIDE_CHROMIUM): EventideError {
  const what = named ? `${named} is not a program` : 'Chromium was not found'
  return new EventideError(
    'no-browser',
    `${what}: install it (Debian, Ubuntu: apt-get install chromium), or name one with --chromium or EVENTIDE_CHROMIUM, ` +
      'or do not render pages: --render never',
  )
}
