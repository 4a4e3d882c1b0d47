import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { EventideError } from '../../model/errors.ts'
import { unreadable } from '../../model/unreadable-file.ts'

/** Too long to be guessed. */
const MIN_LENGTH = 16
const MAX_LENGTH = 1_000

/** Environment variable for the token. There is no command-line option, because every user of a machine can read command lines. */
export const TOKEN_VARIABLE = 'EVENTIDE_TOKEN'

/** The token that gives access to the server. */
export interface Credential {
  /** Compares in constant time. */
  matches(given: string): boolean
}

export function createCredential(token: string): Credential {
  const own = digest(token)
  return { matches: (given) => given.length <= MAX_LENGTH && timingSafeEqual(digest(given), own) }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Reads the token from a file or the environment; undefined if neither is set. */
export function readToken(file: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const from = file === undefined ? TOKEN_VARIABLE : file
  const text = file === undefined ? environment[TOKEN_VARIABLE] : readFile(file)
  if (text === undefined) return undefined
  const token = text.trim()
  if (token.length < MIN_LENGTH || token.length > MAX_LENGTH || /[^\x21-\x7e]/.test(token)) {
    throw new EventideError(
      'weak-token',
      `The token in ${from} must have ${MIN_LENGTH} to ${MAX_LENGTH} characters without spaces. Create one with: openssl rand -hex 24`,
    )
  }
  return token
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw unreadable(file, cause)
  }
}
