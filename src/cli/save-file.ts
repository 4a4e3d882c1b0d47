import { writeFile } from 'node:fs/promises'
import { EventideError } from '../model/errors.ts'

/** Writes a result to a file; one that is there already is replaced only with `--force`. */
export async function saveFile(file: string, text: string, force: boolean): Promise<void> {
  await writeFile(file, text, { flag: force ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') {
      throw new EventideError(
        'file-exists',
        `${file} is already there: choose another name, or replace it with --force`,
      )
    }
    throw new EventideError('no-file', `cannot write ${file}: ${error.message}`, { cause: error })
  })
}
