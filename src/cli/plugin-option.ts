import { Option } from 'commander'
import { several } from './values.ts'

const FLAG = '--plugin'

/** An option of every command. It has taken effect before commands are parsed, and is declared so that help lists it. */
export function pluginOption(): Option {
  return new Option(
    `${FLAG} <module>`,
    'import a module that registers strategies or export formats: a path or an installed package; may be repeated',
  ).argParser(several)
}

/** The plugins that a command line names. */
export function pluginsIn(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  return options.flatMap((arg, i) => {
    if (arg.startsWith(`${FLAG}=`)) return [arg.slice(FLAG.length + 1)]
    const value = arg === FLAG ? options[i + 1] : undefined
    return value === undefined ? [] : [value]
  })
}
