import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { EventideError } from '../../model/errors.ts'

/** Too many to be guessed by asking, even if a word of it is known. */
const MIN_LENGTH = 16
const MAX_LENGTH = 1_000

/** The environment variable a credential may be in: never on a command line, which every user of a machine can read. */
export const TOKEN_VARIABLE = 'EVENTIDE_TOKEN'

/** Whoever knows the token may do what the server allows. */
export interface Credential {
  /** In a time that tells nothing about the token. */
  fits(given: string): boolean
}

export function createCredential(token: string): Credential {
  const own = digest(token)
  return { fits: (given) => given.length <= MAX_LENGTH && timingSafeEqual(digest(given), own) }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The token of a file or of the environment; undefined when there is none. */
export function readToken(file: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const from = file === undefined ? TOKEN_VARIABLE : file
  const text = file === undefined ? environment[TOKEN_VARIABLE] : readFile(file)
  if (text === undefined) return undefined
  const token = text.trim()
  if (token.length < MIN_LENGTH || token.length > MAX_LENGTH || /[^\x21-\x7e]/.test(token)) {
    throw new EventideError(
      'weak-token',
      `the token in ${from} must have ${MIN_LENGTH} to ${MAX_LENGTH} characters without spaces; make one with: openssl rand -hex 24`,
    )
  }
  return token
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const why =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message
    throw new EventideError('no-file', `cannot read the token from ${file}: ${why}`, { cause })
  }
}
