import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Bench } from './bench.ts'

/** Commands that describe an event: event, ontology, gazetteer. */
export function describingCases({ cwd, uses, refuses, run, json }: Bench): void {
  uses('event new', 'writes an event that event show reads', async () => {
    const words = ['--what', 'typhoon,haiyan', '--where', 'Tacloban', '--when', '2013-11-03']
    await run(['event', 'new', 'Typhoon Haiyan', ...words, '-o', 'new.yaml'])
    expect((await run(['event', 'show', 'new.yaml'])).out).toContain('Tacloban')
  })
  uses('event new', 'learns the words from pages and the days from interest over time', async () => {
    const inputs = ['--pages', 'pages.jsonl', '--pages', 'page.html', '--trends', 'trends.csv']
    const event = await json(['event', 'new', 'Lingwayan', ...inputs])
    expect(event.what).toEqual(expect.arrayContaining([expect.objectContaining({ term: 'typhoon' })]))
    expect(event.when).toMatchObject({ start: expect.stringMatching(/^2024-11-\d\d$/) })
  })
  refuses(
    'event new',
    'a place nobody knows',
    ['X', '--what', 'flood', '--where', 'Nowherexyz'],
    /Nowherexyz/,
  )
  refuses('event new', 'a day that is not one', ['X', '--what', 'flood', '--when', 'soon'], /YYYY-MM-DD/)

  uses('event show', 'shows an event with its ontologies', async () => {
    expect((await run(['event', 'show', 'examples/zhengzhou.yaml'])).out).toContain('35 concepts')
    expect(await json(['event', 'show', 'haiyan/event.yaml'])).toMatchObject({ name: expect.any(String) })
  })
  refuses(
    'event show',
    'a file that does not exist',
    ['missing.yaml'],
    /Cannot read missing\.yaml: the file does not exist/,
  )
  refuses('event show', 'a file that is not an event', ['pages.jsonl'], /pages\.jsonl/)

  uses('ontology show', 'draws the tree', async () => {
    const args = ['ontology', 'show', 'examples/rainstorm.ttl', '--language', 'zh', '--svg', 'tree.svg']
    expect((await run(args)).out).toContain('35 concepts')
    expect(await readFile(join(cwd, 'tree.svg'), 'utf8')).toMatch(/^<svg/)
  })
  refuses('ontology show', 'a page of the web', ['page.html'], /page\.html is a web page, not an ontology/i)

  uses('ontology convert', 'names the format by the ending', async () => {
    await run(['ontology', 'convert', 'examples/rainstorm.ttl', '-o', 'rainstorm.owl'])
    expect(await readFile(join(cwd, 'rainstorm.owl'), 'utf8')).toContain('<rdf:RDF')
  })
  refuses('ontology convert', 'Turtle that breaks off', ['trends.csv', '--topic', 'x'], /trends\.csv/)

  uses('ontology build', 'builds from a table and from pages', async () => {
    const table = ['examples/rainstorm-terms.csv', '--rows-are-terms', '--svg', 'lattice.svg']
    expect(await json(['ontology', 'build', ...table])).toMatchObject({ concepts: expect.any(Array) })
    expect((await run(['ontology', 'build', 'pages.jsonl', '--terms', '5'])).out).toContain('lingwayan')
  })
  refuses(
    'ontology build',
    'a table that does not exist',
    ['missing.csv'],
    /Cannot read missing\.csv: the file does not exist/,
  )

  uses('gazetteer show', 'names its sources and their licences', async () => {
    expect((await run(['gazetteer', 'show'])).out).toMatch(/GeoNames/)
  })
  refuses('gazetteer show', 'an argument', ['extra'], /Too many arguments/)

  uses('gazetteer import', 'adds the villages of a GeoNames dump', async () => {
    const report = await json(['gazetteer', 'import', 'geonames', '-o', 'geonames.bin'])
    expect(report).toMatchObject({ output: 'geonames.bin', places: expect.any(Number) })
  })
  refuses('gazetteer import', 'a folder without a dump', ['haiyan', '-o', 'x.bin'], /allCountries\.txt/)
}
