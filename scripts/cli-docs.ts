// Writes docs/cli.md from the command line itself, and the table of crawl options: `npm run docs`. A test fails when a file is not what this writes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../src/cli/program.ts'
import { EXIT_CODES, type ExitName } from '../src/model/errors.ts'
import { CRAWLING_DOC, withOptionTable } from './option-docs.ts'

const CLI_DOC = join(import.meta.dirname, '../docs/cli.md')

/** What each exit code means, and what to do about it. */
const EXIT_MEANINGS: Record<ExitName, readonly [meaning: string, action: string]> = {
  ok: ['success, or the budget (`--pages`, `--time`) is used up', ''],
  internal: ['a bug in Eventide; nothing stored is lost', 'report it with the message'],
  usage: [
    'the command, an option, a file or an event is invalid; nothing was changed',
    'read the message: it names the place',
  ],
  problems: [
    '`verify` found problems, or lines of the input were skipped; everything else was done',
    'each problem says what to do (`--strict` stops at the first bad line); `eventide recover` repairs what can be repaired',
  ],
  stopped: [
    'stopped by Ctrl-C or SIGTERM, after the pages in progress were finished',
    'run the same command to resume',
  ],
  locked: [
    'another process is crawling into this collection; the message says which one, and since when',
    'wait for it or stop it; never delete the lock file',
  ],
  archive: [
    'the archive could not be written (no permission, a failing disk); the pages in progress are not counted as done',
    'fix what the message names, then run the same command',
  ],
  store: ['the database could not be opened or written', 'the message names the file'],
  interrupted: [
    'stopped at once by a second Ctrl-C; nothing stored is lost',
    'run the same command to resume',
  ],
}

const INTRODUCTION = `# Command line

Generated from the program by \`npm run docs\`. \`eventide <command> --help\` prints the same text.

Results go to standard output, messages about the run to standard error. Every command has \`--json\` for machine-readable output and \`--help\`.
On a terminal a crawl shows a live progress line; otherwise it prints a plain line every ten seconds.

## Exit codes

| code | name | meaning | what to do |
|--:|---|---|---|
${exitRows().join('\n')}

A full disk does not end a crawl: the crawl pauses, reports it, and resumes when there is space again ([reliability](reliability.md#disk-space)). Codes 6 and 7 are for a
disk that is full before the crawl starts, and for all other disk errors. A strategy that does not return ends the program with SIGKILL, which a shell shows as 137 ([crawling](crawling.md#a-strategy-that-does-not-return)).
`

function exitRows(): string[] {
  return Object.entries(EXIT_CODES).map(([name, code]) => {
    const [meaning, action] = EXIT_MEANINGS[name as ExitName]
    return `| ${code} | ${name} | ${meaning} | ${action} |`
  })
}

/** The text of docs/cli.md for a command tree. */
export function cliDocs(program: Command): string {
  const global = ['## Options of every command', '', ...optionTable(program), '']
  return `${INTRODUCTION}\n${global.join('\n')}\n${leaves(program).map(section).join('\n')}`
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}

function section(command: Command): string {
  const argumentsText = command.registeredArguments.map((a) =>
    a.required ? `<${a.name()}${a.variadic ? '...' : ''}>` : `[${a.name()}]`,
  )
  const lines = [
    `## ${nameOf(command)}`,
    '',
    `${sentence(command.description())}`,
    '',
    '```text',
    [nameOf(command), ...argumentsText, '[options]'].join(' '),
    '```',
    '',
  ]
  for (const argument of command.registeredArguments)
    lines.push(`- \`${argument.name()}\`: ${argument.description}`)
  if (command.registeredArguments.length > 0) lines.push('')
  return `${[...lines, ...optionTable(command)].join('\n')}\n`
}

function optionTable(command: Command): string[] {
  const rows = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => {
      const choices = option.argChoices ? ` (${option.argChoices.join(', ')})` : ''
      const fallback =
        option.defaultValue === undefined || option.negate
          ? ''
          : (option.defaultValueDescription ?? String(option.defaultValue))
      return `| \`${cell(option.flags)}\` | ${cell(option.description)}${choices}${option.mandatory ? ', required' : ''} | ${fallback} |`
    })
  return ['| option | meaning | default |', '|---|---|---|', ...rows]
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
const cell = (text: string) => text.replaceAll('|', '\\|')

if (process.argv[1] === import.meta.filename) {
  const silent = { write: () => true }
  writeFileSync(CLI_DOC, cliDocs(createProgram({ out: silent, err: silent })))
  writeFileSync(CRAWLING_DOC, withOptionTable(readFileSync(CRAWLING_DOC, 'utf8')))
}
