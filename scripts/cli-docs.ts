// Writes docs/cli.md from the command line itself: `npm run docs`. A test fails when the file is not what this writes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../src/cli/program.ts'

const CLI_DOC = join(import.meta.dirname, '../docs/cli.md')

const INTRODUCTION = `# The command line

Written from the program by \`npm run docs\`; \`eventide <command> --help\` says the same.

Results go to standard output, everything about the run to standard error. Every command takes \`--json\` for machines and \`--help\`.
On a terminal a crawl shows a live progress line, elsewhere a plain line every ten seconds. What a command ends with: [exit codes](exit-codes.md).
`

/** The text of docs/cli.md for a command tree. */
export function cliDocs(program: Command): string {
  return `${INTRODUCTION}\n${leaves(program).map(section).join('\n')}`
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
    '```',
    [nameOf(command), ...argumentsText, '[options]'].join(' '),
    '```',
    '',
  ]
  for (const argument of command.registeredArguments)
    lines.push(`- \`${argument.name()}\`: ${argument.description}`)
  if (command.registeredArguments.length > 0) lines.push('')
  lines.push('| option | meaning | default |', '|---|---|---|')
  for (const option of command.options) {
    const choices = option.argChoices ? ` (${option.argChoices.join(', ')})` : ''
    const fallback =
      option.defaultValue === undefined || option.negate
        ? ''
        : (option.defaultValueDescription ?? String(option.defaultValue))
    lines.push(
      `| \`${cell(option.flags)}\` | ${cell(option.description)}${choices}${option.mandatory ? ', required' : ''} | ${fallback} |`,
    )
  }
  return `${lines.join('\n')}\n`
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
const cell = (text: string) => text.replaceAll('|', '\\|')

if (process.argv[1] === import.meta.filename) {
  const silent = { write: () => true }
  writeFileSync(CLI_DOC, cliDocs(createProgram({ out: silent, err: silent })))
}
