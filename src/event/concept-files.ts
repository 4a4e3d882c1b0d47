import { dirname, isAbsolute, join } from 'node:path'
import { EventideError } from '../model/errors.ts'
import type { ReadOntology } from '../ontology/formats.ts'
import { readOntologyFile } from '../ontology/ontology-file.ts'
import { conceptPaths } from './event-concepts.ts'

/** The ontology files an event names, by the path as it is written there; an error where one could not be read. */
export type ConceptFiles = ReadonlyMap<string, ReadOntology | EventideError>

/** Reads the ontology files that the text of an event file names; their paths start where `file` is. */
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
