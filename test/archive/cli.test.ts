import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Terminal } from '../../src/cli/output.ts'
import { createProgram } from '../../src/cli/program.ts'
import { EXIT_CODES } from '../../src/model/errors.ts'
import { crawlSmall, openSmall } from './small-collection.ts'

let folder: string
let dir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-archive-cli-'))
  dir = join(folder, 'storm')
  const collection = await openSmall(dir)
  await crawlSmall(collection)
  await collection.store.close()
  await writeFile(join(dir, 'event.yaml'), 'name: Storm\nwhat: [storm]\n')
})
afterEach(async () => {
  process.exitCode = undefined
  await rm(folder, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<{ out: string; err: string; code: number }> {
  const output = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({
    write: (text: string) => {
      output[to] += text
    },
  })
  process.exitCode = undefined
  const terminal: Terminal = { out: write('out'), err: write('err') }
  await createProgram(terminal).parseAsync(['node', 'eventide', ...args])
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return { ...output, code }
}

describe('the archive commands', () => {
  it('index, verify and export as WACZ', async () => {
    expect((await run('index', dir)).err).toContain('14 records of 1 files')
    const verified = await run('verify', dir)
    expect(verified.out).toContain('6 responses, 1 revisits; 7 of 7 captures confirmed; 0 errors, 0 notes')
    expect(verified.code).toBe(0)
    const shown = await run('index', dir, '-o', '-')
    expect(shown.out).toBe(await readFile(join(dir, 'indexes', 'index.cdxj'), 'utf8'))
    const file = join(folder, 'storm.wacz')
    const packed = await run('export', dir, '--format', 'wacz', '-o', file, '--json')
    expect(JSON.parse(packed.err)).toMatchObject({ format: 'wacz', captures: 14, files: 1, problems: 0 })
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK')
    expect(await readdir(dir)).toContain('signing-key.pem')
    const unsigned = await run(
      'export',
      dir,
      '--format',
      'wacz',
      '-o',
      file,
      '--force',
      '--no-sign',
      '--json',
    )
    expect(JSON.parse(unsigned.err).publicKey).toBeNull()
    await expect(run('export', dir, '--format', 'wacz')).rejects.toMatchObject({ code: 'no-output' })
    await expect(run('export', dir, '--format', 'wacz', '-o', join(dir, 'none', 'x'))).rejects.toMatchObject({
      code: 'no-file',
    })
  })

  it('verify names the damage, recover repairs it, and both say what to do', async () => {
    await run('index', dir)
    const [name = ''] = (await readdir(join(dir, 'archive'))).filter((file) => file.endsWith('.gz'))
    const path = join(dir, 'archive', name)
    const bytes = await readFile(path)
    await writeFile(path, bytes.subarray(0, -40))
    const damaged = await run('verify', dir)
    expect(damaged.code).toBe(EXIT_CODES.problems)
    expect(damaged.out).toMatch(/error gzip-truncated \S+@\d+: .* eventide recover/)
    expect(damaged.out).toContain('error missing-record')
    expect(damaged.out).toContain('error index-wrong')
    const recovered = await run('recover', dir)
    expect(recovered.out).toMatch(/a damaged end was cut off \(\d+ bytes at \d+, kept as \S+\.cut-/)
    expect(recovered.out).toContain('the index was rebuilt')
    expect(recovered.out).toContain('1 page without a record, queued again')
    expect((await run('verify', dir)).code).toBe(0)
    expect(JSON.parse((await run('recover', dir, '--json')).out)).toMatchObject({ mended: [], requeued: 0 })
  })
})
