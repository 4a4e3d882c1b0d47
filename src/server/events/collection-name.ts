import { UNDECOMPOSED } from '../../place/name-key.ts'
import { normalized } from '../../text/normalized.ts'

/** The folder of the lab's comparisons, next to the collections. */
export const LAB_FOLDER = 'lab'

const MAX_LENGTH = 60
/** Folder names that some operating systems forbid, or that the server uses. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|lab)$/

export function isReserved(id: string): boolean {
  return RESERVED.test(id.split('.')[0] ?? '')
}

/**
 * Yields folder names for an event, best first, without end: ASCII letters and digits of its name, then numbered;
 * `event-1` and so on for names in other scripts.
 */
export function* collectionNames(name: string): Generator<string> {
  const plain = [...normalized(name, 'NFKD').toLowerCase()]
    .map((letter) => UNDECOMPOSED.get(letter) ?? letter)
    .join('')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')
  // Digits alone, left over from a name in another script, are not a useful folder name.
  const stem = plain === '' || /[a-z]{2}/.test(plain) ? plain : `event-${plain}`
  if (stem !== '' && !isReserved(stem)) yield stem
  for (let n = stem === '' ? 1 : 2; ; n++) yield `${stem === '' ? 'event' : stem}-${n}`
}
