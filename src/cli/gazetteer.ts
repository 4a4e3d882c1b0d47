import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { EventideError } from '../model/errors.ts'
import { importGeonames } from '../place/import-geonames.ts'
import { loadGazetteer } from '../place/load-gazetteer.ts'
import { jsonLine, type Terminal } from './output.ts'
import { wholeNumber } from './values.ts'
import { completeFile, FORCE_HELP, refuseExisting } from './whole-file.ts'

/** Files of an unpacked GeoNames dump; only the first is optional. */
const ALTERNATE_NAMES = 'alternateNamesV2.txt'
const NEEDED = ['allCountries.txt', 'admin1CodesASCII.txt', 'admin2Codes.txt', 'countryInfo.txt'] as const

interface ImportCliOptions {
  readonly output: string
  readonly force?: boolean
  readonly leastPopulation: number
  readonly json?: boolean
}

export function gazetteerCommand(program: Command, terminal: Terminal): void {
  const gazetteer = program.command('gazetteer').description('the places that Eventide knows')
  gazetteer
    .command('show')
    .description('which gazetteer is in use, from what sources, under which licences')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  eventide gazetteer show')
    .action((options: { json?: boolean }) => {
      const { version, sources } = loadGazetteer()
      if (options.json) terminal.out.write(jsonLine({ version, sources }))
      else {
        const lines = sources.map((s) => `  ${s.name} ${s.version} (${s.licence}): ${s.attribution}`)
        terminal.out.write(`gazetteer ${version}\n${lines.join('\n')}\n`)
      }
    })
  gazetteer
    .command('import')
    .description('create a gazetteer with every village from an unpacked GeoNames dump')
    .argument('<folder>', `folder with ${NEEDED.join(', ')} and, for other languages, ${ALTERNATE_NAMES}`)
    .requiredOption('-o, --output <file>', 'the gazetteer to write; name it in EVENTIDE_GAZETTEER to use it')
    .option('--force', FORCE_HELP)
    .option('--least-population <n>', 'leave out settlements with fewer people', wholeNumber(0), 0)
    .option('--json', 'the summary as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  eventide gazetteer import geonames/ -o geonames.bin\n  EVENTIDE_GAZETTEER=geonames.bin eventide event show event.yaml',
    )
    .action(async (folder: string, options: ImportCliOptions) => {
      refuseExisting(options.output, options)
      const missing = NEEDED.filter((name) => !existsSync(join(folder, name)))
      if (missing.length > 0) {
        throw new EventideError(
          'no-file',
          `${folder} is not an unpacked GeoNames dump: ${missing.join(', ')} missing`,
        )
      }
      const at = (name: string) => join(folder, name)
      const files = {
        allCountries: at('allCountries.txt'),
        admin1Codes: at('admin1CodesASCII.txt'),
        admin2Codes: at('admin2Codes.txt'),
        countryInfo: at('countryInfo.txt'),
        alternateNames: existsSync(at(ALTERNATE_NAMES)) ? at(ALTERNATE_NAMES) : undefined,
      }
      const { leastPopulation } = options
      const report = await completeFile(options.output, options, (path) =>
        importGeonames(files, path, { base: loadGazetteer(), minPopulation: leastPopulation }),
      )
      terminal.out.write(
        options.json
          ? jsonLine({ output: options.output, ...report })
          : `${report.places} places, ${report.names} other names, ${report.skipped} lines not understood; use it with EVENTIDE_GAZETTEER=${options.output}\n`,
      )
    })
}
