import { describe, expect, it } from 'vitest'
import type { EventModel } from '../../model/event.ts'
import type { SummaryPage } from './statements.ts'
import { summarise } from './summarise.ts'

const event: EventModel = {
  name: 'Typhoon Example',
  what: [
    { term: 'typhoon', weight: 1 },
    { term: 'storm surge', weight: 0.5 },
  ],
  where: [],
  when: { start: '2024-11-08', interest: [] },
  who: [],
  languages: [],
  seeds: [],
}

let count = 0
function page(source: string, text: string, changes: Partial<SummaryPage> = {}) {
  count++
  const about = {
    ...{ id: count, title: `Page ${count}`, source, language: 'en', published: '2024-11-09', relevance: 0.8 },
    ...{ places: [], who: [] },
  }
  return { page: { ...about, ...changes }, text }
}

const LANDFALL = 'The typhoon made landfall near Guiuan on Friday with winds of 230 kilometres an hour.'
const TOLL = 'Officials said the typhoon had killed at least 55 people in the province of Samar.'
const TOLL_LATER = 'Officials said the typhoon had killed at least 62 people in the province of Samar.'
const SURGE = 'A storm surge driven by the typhoon flooded the lower parts of the coastal city.'
const FOOTBALL = 'The home side won the cup after extra time in front of nine thousand supporters.'
const COOKIES = 'We use cookies and similar techniques to give you the best experience of typhoon news.'

const pages = () => {
  count = 0
  return [
    page('one.example', [LANDFALL, TOLL, COOKIES].join('\n')),
    page('two.example', [LANDFALL.replace('Friday', 'Friday'), SURGE, FOOTBALL].join('\n')),
    page('three.example', [`${LANDFALL.toUpperCase().slice(0, 3)}${LANDFALL.slice(3)}`, TOLL].join('\n')),
    page('one.example', [TOLL_LATER, COOKIES].join('\n'), { published: '2024-11-10' }),
    page('one.example', [SURGE, COOKIES].join('\n'), { published: '2024-11-10' }),
    page('one.example', [COOKIES, FOOTBALL].join('\n'), { published: null }),
  ]
}

describe('summarise', () => {
  it('uses a sentence once, and cites every page that contains it', async () => {
    const { overview } = await summarise(event, pages(), 10)
    const landfall = overview.filter(({ text }) => text.toLowerCase() === LANDFALL.toLowerCase())
    expect(landfall).toHaveLength(1)
    expect(landfall[0]?.cites.map((cite) => cite.page)).toEqual([1, 2, 3])
  })

  it('never cites a page for a figure that it does not contain', async () => {
    const { overview, days } = await summarise(event, pages(), 10)
    const sentences = [...overview, ...days.flatMap((day) => day.sentences)]
    for (const { text, cites } of sentences.filter((one) => one.text.includes('55')))
      expect([text, cites.map((cite) => cite.page)]).toEqual([TOLL, [1, 3]])
    expect(sentences.some(({ text }) => text === TOLL_LATER)).toBe(true)
  })

  it('omits boilerplate of a site, even if it mentions the event', async () => {
    const { overview, days } = await summarise(event, pages(), 100)
    expect(JSON.stringify([overview, days])).not.toContain('cookies')
  })

  it('ranks sentences about the event first', async () => {
    const { overview } = await summarise(event, pages(), 4)
    expect(overview[0]?.text).toMatch(/typhoon/)
    expect(overview.map(({ text }) => text)).not.toContain(FOOTBALL)
  })

  it('dates sentences by the day they mention, or else by their page', async () => {
    const { days } = await summarise(event, pages(), 10)
    const said = Object.fromEntries(
      days.map(({ day, sentences }) => [day, sentences.map(({ text }) => text)]),
    )
    expect(Object.keys(said)).toEqual(['2024-11-08', '2024-11-09', '2024-11-10'])
    expect(said['2024-11-08']?.[0]?.toLowerCase()).toBe(LANDFALL.toLowerCase())
    expect(said['2024-11-10']).toContain(TOLL_LATER)
  })

  it('is deterministic', async () => {
    expect(await summarise(event, pages(), 5)).toEqual(await summarise(event, pages(), 5))
  })

  it('summarises Chinese pages of an event without Chinese words', async () => {
    const chinese = [
      '台风“海燕”8日凌晨在菲律宾中部登陆，造成严重破坏。\n球队在加时赛中赢得了冠军奖杯，球迷非常高兴。',
      '台风“海燕”8日凌晨在菲律宾中部登陆，造成严重破坏。\n菲律宾政府说，台风已造成至少五十五人死亡。',
      '菲律宾中部遭台风袭击，数十万人撤离沿海地区。',
      '当局说，台风登陆后菲律宾中部多地停电停水。',
      '台风给菲律宾中部带来了强风和暴雨，道路中断。',
    ].map((text, i) => page(`s${i}.example`, text, { language: 'zh' }))
    const { overview } = await summarise(event, chinese, 3)
    expect(overview[0]?.text).toContain('台风')
    expect(overview.map(({ text }) => text).join()).not.toContain('球队')
    expect(overview.find(({ text }) => text.includes('登陆，造成'))?.cites).toHaveLength(2)
  })

  it('counts places and people by pages, and merges a surname with its only full name', async () => {
    const named = (...who: string[]) => ({ who: who.map((name) => ({ name, kind: 'person', count: 1 })) })
    const place = { id: 'gn:1', name: 'Guiuan', lat: 11, lon: 125.7, count: 2 }
    const { who, places } = await summarise(
      event,
      [
        page('one.example', LANDFALL, { ...named('Alma Quintaya', 'Typhoon Example'), places: [place] }),
        page('two.example', TOLL, { ...named('Quintaya', 'Guiuan'), places: [place] }),
        page('two.example', SURGE, named('Reyes', 'Two')),
      ],
      3,
    )
    expect(who.map(({ name, pages: naming }) => [name, naming])).toEqual([
      ['Alma Quintaya', 2],
      ['Reyes', 1],
    ])
    expect(places).toMatchObject([{ id: 'gn:1', pages: 2, cites: [expect.any(Number), expect.any(Number)] }])
  })

  it('returns an empty summary without pages', async () => {
    expect(await summarise(event, [], 5)).toEqual({ overview: [], days: [], places: [], who: [] })
  })
})
