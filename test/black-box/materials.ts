import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyCollection, INSTALLED } from './bed.ts'

/** Words of pages about the example event, and of pages about others. */
const ABOUT =
  'Typhoon Lingwayan made landfall in Eastern Samar, Philippines, and a storm surge flooded Guiuan'
const OTHERWISE = 'The football league announced its fixtures and a striker signed a contract with a club'

/** An event without seeds: a crawl for it asks only the hosts it is given. */
const EVENT = 'name: Lingwayan\nwhat: [typhoon, lingwayan]\nwhere: [Guiuan]\n'

/** A folder as the docs assume it: collections, an event, lists of URLs and pages in every format that is read. */
export async function fillFolder(cwd: string): Promise<void> {
  await copyCollection(join(cwd, 'haiyan'))
  await cp(join(cwd, 'haiyan'), join(cwd, 'hagupit'), { recursive: true })
  await cp(join(cwd, 'haiyan'), join(cwd, 'collections/haiyan'), { recursive: true })
  await cp(join(cwd, 'haiyan/event.yaml'), join(cwd, 'event.yaml'))
  await cp(join(INSTALLED, 'examples'), join(cwd, 'examples'), { recursive: true })
  const write = (name: string, text: string) => writeFile(join(cwd, name), text)
  // Refused before anything is sent: a crawl of these ends at once, without a network.
  await write('seeds.txt', 'http://127.0.0.1:9/\n')
  await write('urls.txt', 'http://127.0.0.1:9/\n')
  await write('storm.yaml', EVENT)
  await write('page.html', `<html><head><title>${ABOUT}</title></head><body><p>${ABOUT}.</p></body></html>`)
  await write('pages.jsonl', jsonLines(pages(6)))
  await write('labelled.jsonl', jsonLines(pages(24)))
  await write('trends.csv', 'date,interest\n2024-11-18,2\n2024-11-19,40\n2024-11-20,100\n2024-11-21,60\n')
  await geonames(join(cwd, 'geonames'))
}

function pages(n: number): object[] {
  return Array.from({ length: n }, (_, i) => ({
    url: `https://news.example/${i}`,
    text: `${i % 2 === 0 ? ABOUT : OTHERWISE}. Report number ${i}.`,
    date: '2024-11-21',
    label: i % 2 === 0 ? 'relevant' : 'irrelevant',
  }))
}

function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** An unpacked GeoNames dump with one village. */
async function geonames(folder: string): Promise<void> {
  await mkdir(folder)
  const write = (name: string, cells: readonly (string | number)[]) =>
    writeFile(join(folder, name), `${cells.join('\t')}\n`)
  const village = [99, 'Testdorf', 'Testdorf', '', 47.1, 9.5, 'P', 'PPL', 'LI', '', '01', '', '', '', 120]
  await write('allCountries.txt', [...village, '', '', 'Europe/Vaduz', '2026-01-01'])
  await write('admin1CodesASCII.txt', ['LI.01', 'Balzers', 'Balzers', 3042074])
  await write('admin2Codes.txt', ['LI.01.1', 'Balzers', 'Balzers', 3042075])
  const country = ['LI', 'LIE', 438, 'LS', 'Liechtenstein', 'Vaduz', 160, 37910, 'EU', '.li', 'CHF', 'Franc']
  await write('countryInfo.txt', [...country, '423', '####', '', 'de-LI', 3042058, 'CH,AT', ''])
}
