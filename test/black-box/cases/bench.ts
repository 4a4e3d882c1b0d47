import { expect, it } from 'vitest'
import { eventide } from '../bed.ts'
import type { RunResult } from '../run.ts'

/** What a message must never show: a stack, a class of an error, a code of the system, or how a library puts it. */
const LEAKS =
  /^\s+at |\b(?:Type|Reference|Syntax|Range|Zod|Commander|YAMLParse|YAML)Error\b|\bE(?:NOENT|ISDIR|NOTDIR|ACCES|PERM)\b|\bSQLITE|node:internal|node_modules|\bundefined\b|\bNaN\b|\[object |is not a (?:function|constructor)|Unexpected token|in JSON at position|unexpectedly/m

/** What the cases of commands register, and where they run. */
export interface Bench {
  readonly cwd: string
  /** A behaviour of a command, shown by using it. */
  uses(command: string, behaviour: string, test: () => Promise<void>): void
  /** Something a command refuses: the exit code, and a pattern of the message. */
  refuses(command: string, what: string, args: readonly string[], message: RegExp, code?: number): void
  /** Runs a command that must succeed. */
  run(args: readonly string[], input?: string): Promise<RunResult>
  json(args: readonly string[]): Promise<Record<string, unknown>>
}

export interface Covered {
  readonly used: Set<string>
  readonly refused: Set<string>
}

export function createBench(cwd: string, documented: ReadonlySet<number>): Bench & Covered {
  const used = new Set<string>()
  const refused = new Set<string>()
  const run = async (args: readonly string[], input?: string): Promise<RunResult> => {
    const result = await eventide(args, { cwd, input })
    expect({ args, code: result.code, err: result.err }).toMatchObject({ code: 0 })
    expect(result.err).not.toMatch(LEAKS)
    return result
  }
  return {
    cwd,
    used,
    refused,
    run,
    json: async (args) => JSON.parse((await run([...args, '--json'])).out),
    uses(command, behaviour, test) {
      used.add(command)
      it(`eventide ${command} ${behaviour}`, test)
    },
    refuses(command, what, args, message, code = 2) {
      refused.add(command)
      it(`eventide ${command} refuses ${what}`, async () => {
        const result = await eventide([...command.split(' '), ...args], { cwd })
        expect(result).toMatchObject({ code, err: expect.stringMatching(message) })
        expect(documented).toContain(code)
        expect(result.err).not.toMatch(LEAKS)
        expect(result.out).toBe('')
      })
    },
  }
}
