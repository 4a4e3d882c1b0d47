import { readFile, stat } from 'node:fs/promises'
import { EventideError } from '../model/errors.ts'
import { unreadable } from '../model/unreadable-file.ts'
import { type ReadOntology, readOntology } from './formats.ts'
import { MAX_BYTES } from './limits.ts'

/** Reads an ontology from a file; `topic` names its topic instead of the file. */
export async function readOntologyFile(
  file: string,
  options: { readonly topic?: string } = {},
): Promise<ReadOntology> {
  if (/^(?:https?|ftp):\/\//i.test(file))
    throw new EventideError('no-file', `${file} is a URL: download the ontology and pass the file`)
  try {
    const found = await stat(file)
    // Devices and pipes have no size and may be endless.
    if (!found.isFile()) throw new EventideError('no-file', `Cannot read ${file}: it is not a file`)
    if (found.size > MAX_BYTES)
      throw new EventideError('ontology', `${file} is larger than ${MAX_BYTES / 1024 / 1024} MB`)
    return await readOntology(await readFile(file), file, options)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof EventideError || typeof code !== 'string') throw error
    throw unreadable(file, error)
  }
}
