import { EventideError } from '../model/errors.ts'
import { addBit, type Bits, emptyBits } from './bits.ts'

/** A formal context: which documents contain which terms (OA section 2). */
export interface Context {
  readonly documents: readonly string[]
  readonly terms: readonly string[]
  /** By term, the documents that contain it. */
  readonly holding: readonly Bits[]
}

const MAX_DOCUMENTS = 20_000
const MAX_TERMS = 500

/** Creates a context. `holds` lists, by document, the numbers of its terms. */
export function makeContext(
  documents: readonly string[],
  terms: readonly string[],
  holds: readonly (readonly number[])[],
): Context {
  if (documents.length > MAX_DOCUMENTS)
    throw new EventideError('context', `There are more than ${MAX_DOCUMENTS} documents: use a sample of them`)
  if (terms.length > MAX_TERMS)
    throw new EventideError(
      'context',
      `There are more than ${MAX_TERMS} terms: leave out the least informative ones`,
    )
  const holding = terms.map(() => emptyBits(documents.length))
  for (const [document, held] of holds.entries()) {
    for (const term of held) {
      const bits = holding[term]
      if (bits) addBit(bits, document)
    }
  }
  return { documents, terms, holding }
}
