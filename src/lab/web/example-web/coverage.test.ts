import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleAt, articleUrl, slugOf } from './addresses.ts'
import { SPAN } from './calendar.ts'
import { articleOf, publishedBefore } from './coverage.ts'
import { createPress } from './press.ts'

const press = createPress({ seed: 7, pages: 50_000, relevantShare: 0.04 })
const site = fc.constantFrom(...press.sites)

describe('coverage', () => {
  it('gives every site its own host', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { sites } = createPress({ seed, pages: 20_000, relevantShare: 0.05 })
      expect(new Set(sites.map(({ host }) => host)).size).toBe(sites.length)
    }
  })

  it('has a monotonic curve from 0 to 1 for every news topic', () => {
    for (const { curve } of press.newsTopics) {
      expect(curve[0]).toBe(0)
      expect(curve[SPAN]).toBe(1)
      for (let day = 0; day < SPAN; day++) expect(curve[day + 1]! >= curve[day]!).toBe(true)
    }
  })

  it('publishes each article of a track on the day that counts it', () => {
    fc.assert(
      fc.property(site, fc.nat(), fc.nat(), (on, t, n) => {
        const tracks = press.coverage.tracks(on)
        const track = tracks[t % tracks.length]!
        const k = n % track.articles
        const { day } = articleOf(on, track, k)
        expect(publishedBefore(track, day)).toBeLessThanOrEqual(k)
        expect(publishedBefore(track, day + 1)).toBeGreaterThan(k)
      }),
    )
  })

  it('finds every article of a listing at its position, in order of time', () => {
    fc.assert(
      fc.property(site, fc.nat(), fc.nat(), (on, s, n) => {
        const listPages = [...press.structure(on).sections.values(), ...press.structure(on).tags.values()]
        const { listing } = listPages[s % listPages.length]!
        const position = n % listing.total
        const article = listing.at(position)
        expect(listing.positionOf(article)).toBe(position)
        if (position > 0) expect(listing.at(position - 1).day).toBeLessThanOrEqual(article.day)
      }),
    )
  })

  it('parses every URL it writes', () => {
    fc.assert(
      fc.property(site, fc.nat(), (on, n) => {
        const { all } = press.structure(on)
        const article = all.at(n % all.total)
        expect(articleAt(press, on, new URL(articleUrl(press, article)))).toEqual(article)
      }),
    )
  })

  it('spells slugs with letters only', () => {
    expect(slugOf('At least 45 dead as Itajaí floods, again and again')).toBe(
      'at-least-dead-as-itajai-floods-again',
    )
    expect(slugOf('2024')).toBe('story')
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => /^[a-z]+(-[a-z]+)*$/.test(slugOf(text))))
  })
})
