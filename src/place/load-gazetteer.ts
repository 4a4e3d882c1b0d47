import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { EventideError } from '../model/errors.ts'
import { Gazetteer } from './gazetteer.ts'
import { GazetteerFile } from './gazetteer-file.ts'
import { gazetteerPath } from './gazetteer-path.ts'

/** A gazetteer takes tens of megabytes, so each file is read once per process. */
const loaded = new Map<string, Gazetteer>()

/** Loads a gazetteer, by default from `gazetteerPath`; the same path returns the same object. */
export function loadGazetteer(path: string = gazetteerPath()): Gazetteer {
  const file = resolve(path)
  const known = loaded.get(file)
  if (known) return known
  if (!existsSync(file))
    throw new EventideError(
      'gazetteer-missing',
      `No gazetteer at ${file}: run \`npm run build\` to create it`,
    )
  const gazetteer = new Gazetteer(new GazetteerFile(file))
  loaded.set(file, gazetteer)
  return gazetteer
}
