import { dirname, isAbsolute, join } from 'node:path'
import { EventideError } from '../model/errors.ts'
import type { ReadOntology } from '../ontology/formats.ts'
import { readOntologyFile } from '../ontology/ontology-file.ts'
import { conceptPaths } from './event-concepts.ts'

/**
 * The ontology files of an event by their path in the event file; an error for each that could not be read.
 */
export type ConceptFiles = ReadonlyMap<string, ReadOntology | EventideError>

/** Reads the ontology files named in the text of an event file; their paths are relative to `file`. */
export async function readConceptFiles(text: string, file: string): Promise<ConceptFiles> {
  const files = new Map<string, ReadOntology | EventideError>()
  for (const path of conceptPaths(text)) {
    const isWhole = isAbsolute(path) || /^[a-z]+:\/\//i.test(path)
    const read = readOntologyFile(isWhole ? path : join(dirname(file), path)).catch((error) => {
      if (error instanceof EventideError) return error
      throw error
    })
    files.set(path, await read)
  }
  return files
}
