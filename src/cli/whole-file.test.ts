import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'
import { completeFile, saveFile, writeText, writeWhole } from './whole-file.ts'

let folder: string
const inFolder = (name: string) => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-whole-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('writeWhole', () => {
  it('refuses to replace a file, and replaces it with force', async () => {
    await writeFile(inFolder('out'), 'mine')
    await expect(saveFile(inFolder('out'), 'new', {})).rejects.toMatchObject({ code: 'file-exists' })
    expect(await readFile(inFolder('out'), 'utf8')).toBe('mine')
    await saveFile(inFolder('out'), 'new', { force: true })
    expect(await readFile(inFolder('out'), 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['out'])
  })

  it('does not replace a file that appears while it writes', async () => {
    const writing = writeWhole(inFolder('out'), {}, async (stream) => {
      await writeText(stream, 'new')
      await writeFile(inFolder('out'), 'theirs')
    })
    await expect(writing).rejects.toMatchObject({ code: 'file-exists' })
    expect(await readFile(inFolder('out'), 'utf8')).toBe('theirs')
    expect(await readdir(folder)).toEqual(['out'])
  })

  it('leaves an existing file alone and no partial one when writing fails', async () => {
    await writeFile(inFolder('out'), 'mine')
    const failing = writeWhole(inFolder('out'), { force: true }, async (stream) => {
      await writeText(stream, 'half')
      throw new Error('no more')
    })
    await expect(failing).rejects.toThrow('no more')
    expect(await readFile(inFolder('out'), 'utf8')).toBe('mine')
    expect(await readdir(folder)).toEqual(['out'])
  })

  it('writes to a device without asking for force', async () => {
    await saveFile('/dev/null', 'text', {})
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
  })

  it('says what is wrong with the path', async () => {
    const missing = saveFile(inFolder('none/out'), 'text', {})
    await expect(missing).rejects.toMatchObject({
      code: 'no-file',
      message: `Cannot write ${inFolder('none/out')}: its folder does not exist`,
    })
    await expect(completeFile(folder, {}, async () => {})).rejects.toMatchObject({ code: 'file-exists' })
  })
})

describe('commands that write a file', () => {
  const silent = { out: { write: () => true }, err: { write: () => true } }
  const commands = [
    'export none',
    'judge --event none.yaml pages.jsonl',
    'index none',
    'event new Storm --what storm',
    'ontology build pages.jsonl',
    'gazetteer import none',
  ]

  it.each(commands)('eventide %s refuses to replace the output file', async (command) => {
    await writeFile(inFolder('out'), 'mine')
    const run = () =>
      createProgram(silent).parseAsync(['node', 'eventide', ...command.split(' '), '-o', inFolder('out')])
    await expect(run()).rejects.toMatchObject({ code: 'file-exists' })
    expect(await readFile(inFolder('out'), 'utf8')).toBe('mine')
  })

  it('eventide lab compare refuses to replace a report', async () => {
    await writeFile(inFolder('report.json'), '{}')
    const args = ['lab', 'compare', '--strategies', 'best-first', '--pages', '2', '--random-seeds', '1']
    await expect(
      createProgram(silent).parseAsync(['node', 'eventide', ...args, '-o', folder]),
    ).rejects.toMatchObject({ code: 'file-exists' })
    expect(await readFile(inFolder('report.json'), 'utf8')).toBe('{}')
  })
})
