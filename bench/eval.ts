// Every quality target in one table, with the figures of others: `npm run eval -- <data folder>`. docs/measurements.md explains the rows.
import { loadGazetteer } from '../src/place/load-gazetteer.ts'
import { evaluateContent } from './eval/content.ts'
import { figuresOf as dateFigures, evaluateDates } from './eval/dates.ts'
import { evaluateEvents, figuresOf as eventFigures } from './eval/events.ts'
import { evaluatePlaces } from './eval/places.ts'
import { evaluateTrends } from './eval/trends.ts'

interface Row {
  readonly what: string
  readonly figure: number
  readonly target?: number
  readonly peers: string
}

const data = process.argv[2]
if (!data) throw new Error('Usage: npm run eval -- <data folder>')

const rows: Row[] = [...dates(data), ...content(data), ...places(data), ...trends(data), ...events(data)]
const shown = rows.map(({ what, figure, target, peers }) => [
  what,
  figure.toFixed(3),
  target === undefined ? '' : target.toFixed(3),
  target === undefined ? '' : figure >= target ? 'yes' : 'NO',
  peers,
])
print([['what', 'Eventide', 'target', 'met', 'others on the same data'], ...shown])

function dates(folder: string): Row[] {
  const { pages, msPerPage } = evaluateDates(folder, 'dates', new Date())
  const all = dateFigures('all', pages)
  console.error(`dates: ${msPerPage.toFixed(2)} ms per page beyond parsing`)
  return [
    {
      what: 'publication day, F',
      figure: all.f,
      target: 0.95,
      peers: 'htmldate .949, news-please .810, goose3 .706',
    },
    { what: 'publication day, precision', figure: all.precision, target: 0.93, peers: 'htmldate .908' },
  ]
}

function content(folder: string): Row[] {
  const { figures, msPerPage } = evaluateContent(folder)
  console.error(`page reading, CPU ms by stage: ${JSON.stringify(msPerPage)}`)
  return figures.map(({ half, f }) => ({
    what: `main text, segment F (${half})`,
    figure: f,
    target: 0.9,
    peers: half === 'all' ? 'trafilatura .924, magic-html .889, justext .862, readability .826' : '',
  }))
}

function places(folder: string): Row[] {
  const report = evaluatePlaces(folder, loadGazetteer())
  console.error(`places: ${report.megabytesPerSecond.toFixed(1)} MB of text per second`)
  const of = (set: string) => report.texts.find((row) => row.set === set && row.half === 'all')
  const [lgl, lglAdjectives, geovirus, chinese, chineseNames] = [
    of('LGL'),
    of('LGL, adjectives too'),
    of('GeoVirus'),
    of('CEC (Chinese)'),
    of('CEC, without nouns'),
  ]
  const phrases = report.phrases.find((row) => row.half === 'all')
  return [
    {
      what: 'places, LGL recognition F',
      figure: lgl?.f1 ?? 0,
      target: 0.7,
      peers: 'CLAVIN .594, Edinburgh .667, Stanford NER .732',
    },
    {
      what: 'places, LGL within 161 km',
      figure: lgl?.within161 ?? 0,
      target: 0.8,
      peers: 'CLAVIN .687, Edinburgh .802',
    },
    {
      what: 'places, GeoVirus recognition F',
      figure: geovirus?.f1 ?? 0,
      target: 0.88,
      peers: 'CLAVIN .773, Edinburgh .878, Stanford NER .928',
    },
    {
      what: 'places, GeoVirus within 161 km',
      figure: geovirus?.within161 ?? 0,
      target: 0.8,
      peers: 'CLAVIN .778, Edinburgh .793',
    },
    {
      what: 'places, LGL F, adjectives counted as its annotators did',
      figure: lglAdjectives?.f1 ?? 0,
      peers: '',
    },
    { what: 'places, Chinese recall', figure: chinese?.recall ?? 0, target: 0.75, peers: '' },
    {
      what: 'places, Chinese recall, places with a name of their own alone',
      figure: chineseNames?.recall ?? 0,
      peers: '',
    },
    { what: 'places, Chinese precision', figure: chinese?.precision ?? 0, peers: '' },
    { what: 'place phrases within stated accuracy', figure: phrases?.withinStated ?? 0, peers: '' },
    { what: 'place phrases within 161 km', figure: phrases?.within161 ?? 0, peers: '' },
  ]
}

function trends(folder: string): Row[] {
  const all = evaluateTrends(folder)
  const near = all.filter(({ error }) => Math.abs(error) <= 1).length
  return [{ what: 'storm onsets within one day', figure: near / all.length, target: 1, peers: '' }]
}

function events(folder: string): Row[] {
  const found: Row[] = []
  for (const { set, rankings } of evaluateEvents(folder, {
    strategy: 'event-model',
    options: {},
    halves: ['dev', 'check'],
  })) {
    for (const half of ['all', 'dev', 'check'] as const) {
      const { map, f1, pairs, pairsWon } = eventFigures(set, rankings, half)
      const shootings = set.name.includes('gva')
      const peers = shootings ? 'TF-IDF .854, TF-IDF + city + date .868' : ''
      found.push({
        what: `events, ${set.name} MAP (${half})`,
        figure: map,
        target: shootings && half === 'all' ? 0.95 : undefined,
        peers,
      })
      if (pairs > 0) {
        const figure = pairsWon / pairs
        found.push({
          what: `events, ${set.name} above its twin (${half})`,
          figure,
          target: half === 'all' ? 0.975 : undefined,
          peers: 'TF-IDF .945',
        })
      }
      found.push({ what: `events, ${set.name} F1 at the threshold (${half})`, figure: f1, peers: '' })
    }
  }
  return found
}

function print(table: readonly (readonly string[])[]): void {
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)))
  for (const row of table)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
}
