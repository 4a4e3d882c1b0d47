import { describe, expect, it } from 'vitest'
import { sampleLink, sampleReading } from '../../../page/sample-reading.ts'
import { sampleEvent } from '../../sample-event.ts'
import { createPageFilter } from './page-filter.ts'
import { WordOdds } from './word-odds.ts'

const words = new WordOdds(sampleEvent({ typhoon: 1, lingwayan: 1, evacuation: 0.5 }))
const judge = createPageFilter(words, () => ({ relevance: 0.9, relevant: true, evidence: {} }), 0.5)
const stories = Array.from({ length: 20 }, (_, i) =>
  sampleLink(
    `http://n.example/2024/11/10/story-number-${i}-of-the-day.html`,
    `Story number ${i} of the long day`,
  ),
)
const TEASERS = 'The typhoon came ashore and the evacuation went on.\n'.repeat(15)
const page = (title: string, url: string, links = stories) => sampleReading(title, TEASERS, { url, links })

describe('createPageFilter on a list of headlines', () => {
  it('keeps it if its title names the event', () => {
    const special = page('Typhoon Lingwayan: special coverage', 'http://n.example/special/lingwayan/')
    expect(judge(special).relevant).toBe(true)
  })

  it('rejects it if its title names something else, whatever it lists', () => {
    const { relevant, relevance, evidence } = judge(
      page('Storms and typhoons - The Example', 'http://n.example/tag/storms/'),
    )
    expect(relevant).toBe(false)
    expect(relevance).toBeLessThan(0.5)
    expect(evidence.list?.because).toHaveLength(1)
  })

  it('recognises it by URL and content', () => {
    const article = page('Wind', 'http://n.example/2024/11/10/wind-tears-roofs-from-houses.html')
    expect(judge(article).relevant).toBe(true)
    expect(judge(page('Wind', 'http://n.example/wind', stories.slice(0, 5))).relevant).toBe(true)
  })
})

describe('createPageFilter on a keyword-stuffed page', () => {
  it('rejects it, and keeps a natural text', () => {
    const url = 'http://n.example/2024/11/10/all-about-the-typhoon-here.html'
    const stuffed = sampleReading('Typhoon Lingwayan', 'typhoon lingwayan evacuation '.repeat(100), { url })
    expect(judge(stuffed).relevant).toBe(false)
    expect(judge(stuffed).evidence.stuffed).toBeDefined()
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const prose = Array.from({ length: 100 }, (_, i) => `${letters[i % 26]}${letters[(i * 7) % 26]}word${i}`)
    expect(judge(sampleReading('Typhoon Lingwayan', prose.join(' '), { url })).relevant).toBe(true)
  })
})
