import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { calibrateCommand } from './calibrate.ts'
import { crawlCommand } from './crawl.ts'
import { curateCommand } from './curate.ts'
import { eventCommand } from './event.ts'
import { exampleCommand } from './example.ts'
import { exclusionsCommand } from './exclusions.ts'
import { explainCommand } from './explain.ts'
import { exportCommand } from './export.ts'
import { gazetteerCommand } from './gazetteer.ts'
import { indexCommand } from './index-archive.ts'
import { judgeCommand } from './judge.ts'
import { labCommand } from './lab.ts'
import { ontologyCommand } from './ontology.ts'
import type { Terminal } from './output.ts'
import { pluginOption } from './plugin-option.ts'
import { recoverCommand } from './recover.ts'
import { scheduleCommand } from './schedule.ts'
import { searchCommand } from './search.ts'
import { serveCommand } from './serve.ts'
import { summaryCommand } from './summary.ts'
import { verifyCommand } from './verify.ts'

/** The whole command line: help, generated docs and dispatch use this tree. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('eventide')
    .description('Crawl the web for pages about one event; archive them, explain them, find them again.')
    .version(manifest.version)
    .addOption(pluginOption())
    .showHelpAfterError('(add --help for the options of this command)')
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      outputError: (text, write) => write(withoutPrefix(text)),
    })
    .exitOverride()
    .addHelpText(
      'after',
      '\nExample:\n  eventide event new "Typhoon Haiyan" --what typhoon,haiyan --where Philippines --when 2013-11-03 -o haiyan.yaml\n  eventide crawl haiyan/ --event haiyan.yaml --seeds seeds.txt --contact you@example.org\n\nExit codes: docs/cli.md',
    )
  for (const add of [
    eventCommand,
    ontologyCommand,
    crawlCommand,
    judgeCommand,
    calibrateCommand,
    searchCommand,
    explainCommand,
    exclusionsCommand,
    curateCommand,
    summaryCommand,
    exportCommand,
    verifyCommand,
    recoverCommand,
    indexCommand,
    serveCommand,
    scheduleCommand,
    exampleCommand,
    gazetteerCommand,
    labCommand,
  ]) {
    add(program, terminal)
  }
  inheritSettings(program)
  return program
}

/** Errors of the option parser begin like all others: with a capital letter and without `error:`. */
function withoutPrefix(text: string): string {
  return text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
}

/** Commands made with `.command()` copy settings only at that moment; sub-commands of groups need them too. */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    inheritSettings(child)
  }
}
