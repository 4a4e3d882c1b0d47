// Writes dist/words: the stems of each language's list of common words with their ranks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LISTED, stemList, writeRanks } from '../src/text/commonness.ts'

const folder = join(import.meta.dirname, 'words')
mkdirSync(folder, { recursive: true })
for (const code of LISTED) writeFileSync(join(folder, `${code}.txt`), writeRanks(stemList(code)))
