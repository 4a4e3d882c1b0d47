import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyCollection, done, INSTALLED, scratchFolder, shell } from './bed.ts'
import { type DocBlock, docBlocks } from './doc-blocks.ts'
import { fillFolder } from './materials.ts'
import { NOT_RUN } from './not-run.ts'

await done('package')
const blocks = docBlocks(INSTALLED)
const commands = blocks.filter(({ language }) => language === 'sh')
const isNotRun = ({ document, text }: DocBlock) =>
  NOT_RUN.some((entry) => entry.document === document && text.startsWith(entry.begins))

describe('shell commands in the docs', () => {
  const run = commands.filter((block) => !isNotRun(block))
  const documents = [...new Set(run.map(({ document }) => document))]
  describe.each(documents)('of %s', (document) => {
    let cwd = ''
    beforeAll(async () => {
      cwd = await scratchFolder()
      await fillFolder(cwd)
      await cp(join(cwd, 'storm.yaml'), join(cwd, 'haiyan.yaml'))
      await cp(join(cwd, 'haiyan'), join(cwd, 'collections/example'), { recursive: true })
    })

    it.each(run.filter((block) => block.document === document))('run from line $line', async ({ text }) => {
      const made = Array.from(text.matchAll(/ -o (\S+)/g), (match) => match[1] ?? '')
      // A crawl for an event begins a collection.
      const crawled = Array.from(text.matchAll(/crawl (\S+) --event/g), (match) => match[1] ?? '')
      for (const path of [...made, ...crawled]) await rm(join(cwd, path), { recursive: true, force: true })
      const { code, err } = await shell(text, cwd)
      expect(err).not.toMatch(/^\s+at /m)
      expect({ code, err }).toMatchObject({ code: 0 })
      for (const path of crawled) {
        await rm(join(cwd, path), { recursive: true })
        await copyCollection(join(cwd, path))
      }
    })
  })

  it('are found', () => {
    expect(commands.length).toBeGreaterThan(15)
  })

  it('that are not run are listed with a reason, and no others', () => {
    for (const entry of NOT_RUN)
      expect(
        commands.filter(({ document, text }) => document === entry.document && text.startsWith(entry.begins)),
        `${entry.document}: ${entry.begins}`,
      ).not.toEqual([])
  })

  it('stand in blocks marked sh, without a prompt', () => {
    const command = /^\s*(?:\$ |(?:npx|npm|eventide|curl) (?!.*\[options\]))/m
    const hidden = blocks.filter(
      ({ language, text }) => language === '' || (language !== 'sh' && command.test(text)),
    )
    expect(hidden.map(({ document, line }) => `${document}:${line}`)).toEqual([])
    expect(commands.filter(({ text }) => /^\s*\$ /m.test(text))).toEqual([])
  })
})
