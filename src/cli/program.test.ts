import { describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'

describe('errors of the command line', () => {
  it.each([
    ['an unknown option', ['crawl', 'x', '--strateggy', 'y'], "Unknown option '--strateggy'"],
    ['an unknown command', ['crwal'], "Unknown command 'crwal'"],
    ['a missing argument', ['explain', 'x'], "Missing required argument 'url'"],
    [
      'a bad choice',
      ['search', 'x', 'y', '--sort', 'size'],
      "Option '--sort <order>' argument 'size' is invalid",
    ],
    ['a group without a command', ['event', 'shwo'], "Unknown command 'shwo'"],
  ])('begin like all others after %s', async (_, args, start) => {
    let err = ''
    const terminal = { out: { write: () => true }, err: { write: (text: string) => (err += text) } }
    await expect(createProgram(terminal).parseAsync(['node', 'eventide', ...args])).rejects.toThrow()
    expect(err).toMatch(new RegExp(`^${start}`))
    expect(err).toContain('add --help')
  })
})
