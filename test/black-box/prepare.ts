import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, userEnvironment } from './run.ts'

const ROOT = join(import.meta.dirname, '../..')
const INSTALL = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev']
const NODE_24 = `node-${process.platform}-${process.arch}@24`

/**
 * `package`: packed and installed. `collection`: a small crawl of the example web by the installed program. `node-24`: a binary of
 * Node 24. Each leaves a file in `steps/` when it has ended.
 */
export type Step = 'package' | 'collection' | 'node-24'

/** What a step leaves behind. */
export interface StepResult {
  readonly error?: string
  /** The list of packed files, of `package`. */
  readonly output?: string
}

/** Never rejects: a test that needs a failed step reports why. */
export async function prepare(bed: string, signal: AbortSignal): Promise<void> {
  await mkdir(join(bed, 'steps'))
  const settle = async (step: Step, work: () => Promise<string>): Promise<boolean> => {
    const result: StepResult = await work().then(
      (output) => ({ output }),
      (error: Error) => ({ error: error.message }),
    )
    // A reader never sees half a file.
    await writeFile(join(bed, `${step}.partial`), JSON.stringify(result))
    await rename(join(bed, `${step}.partial`), join(bed, 'steps', `${step}.json`))
    return result.error === undefined
  }
  const required = async (command: string, args: readonly string[], cwd: string): Promise<string> => {
    const { code, out, err } = await run(command, args, { cwd, env: userEnvironment(), signal })
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}:\n${out}${err}`)
    return out
  }

  await settle('package', async () => {
    const packed = await required(
      'npm',
      ['pack', '--ignore-scripts', '--json', '--pack-destination', bed],
      ROOT,
    )
    const app = join(bed, 'app')
    await mkdir(app)
    await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }))
    await required('npm', [...INSTALL, join(bed, tarballOf(packed))], app)
    return packed
  })
  await settle('collection', () =>
    required(
      join(bed, 'app/node_modules/.bin/eventide'),
      [
        'example',
        'haiyan',
        '--no-serve',
        '--pages',
        '60',
        '--web-pages',
        '1000',
        '--render',
        'never',
        '--quiet',
      ],
      bed,
    ),
  )
  await settle('node-24', async () => {
    await mkdir(join(bed, 'node-24'))
    await writeFile(join(bed, 'node-24/package.json'), '{"private":true}')
    return required('npm', [...INSTALL, NODE_24], join(bed, 'node-24'))
  })
}

/** npm gives a list, or from version 12 on an object by package name. */
export function packReport(output: string): { filename: string; files: { path: string; size: number }[] } {
  return Object.values(JSON.parse(output))[0] as ReturnType<typeof packReport>
}

function tarballOf(output: string): string {
  return packReport(output).filename
}
