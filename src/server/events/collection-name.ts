import { UNDECOMPOSED } from '../../place/name-key.ts'

/** The folder beside the collections that holds comparisons. */
export const LAB_FOLDER = 'lab'

/** A folder name is no sentence. */
const MAX_LENGTH = 60
/** Names that a folder cannot have on every system it may be copied to, or that the server uses itself. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|lab)$/

export function isReserved(id: string): boolean {
  return RESERVED.test(id.split('.')[0] ?? '')
}

/**
 * Names a folder may get for an event, best first, without end: from the letters and digits of its name that every system
 * knows, numbered when it is taken; `event-1` and so on for names in other scripts.
 */
export function* collectionNames(name: string): Generator<string> {
  const plain = [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => UNDECOMPOSED.get(letter) ?? letter)
    .join('')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')
  // Numbers left of a name in another script say nothing alone.
  const stem = plain === '' || /[a-z]{2}/.test(plain) ? plain : `event-${plain}`
  if (stem !== '' && !isReserved(stem)) yield stem
  for (let n = stem === '' ? 1 : 2; ; n++) yield `${stem === '' ? 'event' : stem}-${n}`
}
