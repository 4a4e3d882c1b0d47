import { homedir, tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { withoutPaths, withoutPathsIn } from './own-paths.ts'

const FOLDER = '/srv/my library'

describe('withoutPaths', () => {
  it.each([
    [
      `Cannot read ${FOLDER}/haiyan/event.yaml: no permission`,
      'Cannot read haiyan/event.yaml: no permission',
    ],
    [`"${FOLDER}/a" and ${FOLDER}/b`, '"a" and b'],
    [`Nothing is in ${FOLDER}. Crawl first`, 'Nothing is in the folder. Crawl first'],
    [`Nothing is in ${FOLDER}/`, 'Nothing is in the folder'],
    [`Cannot write ${tmpdir()}/x/y.warc`, 'Cannot write x/y.warc'],
    [`Cannot read ${homedir()}/.key`, 'Cannot read .key'],
  ])('shortens %s', (given, expected) => expect(withoutPaths(given, FOLDER)).toBe(expected))

  it.each([
    `https://news.example${FOLDER}/page`,
    `${FOLDER}-other/file`,
    `/mnt${FOLDER}/file`,
    'There is no route GET /api/nothing',
  ])('leaves %s as it is', (text) => expect(withoutPaths(text, FOLDER)).toBe(text))
})

describe('withoutPathsIn', () => {
  it('changes messages at any depth, and no other text', () => {
    const path = `${FOLDER}/a`
    const reply = {
      notes: [path],
      title: path,
      crawls: [{ problem: path, notices: [{ at: '1', text: path }] }],
    }
    expect(withoutPathsIn(reply, FOLDER)).toEqual({
      notes: ['a'],
      title: path,
      crawls: [{ problem: 'a', notices: [{ at: '1', text: 'a' }] }],
    })
  })
})
