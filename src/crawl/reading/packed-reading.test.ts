import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LinkReading } from '../../model/page.ts'
import { readPage } from '../../page/read-page.ts'
import { sampleReading } from '../../page/sample-reading.ts'
import { packReading, unpackReading } from './packed-reading.ts'

const sent = <T>(message: T): T => structuredClone(message)

describe('packReading', () => {
  it('restores the reading, terms included', () => {
    const html = `<html lang=en><title>Flood in Berlin</title><h1>Flood</h1><p>Rescuers <a rel="nofollow next" href="/a">came</a>
      by <b>boat</b>.</p><ul><li><a href="/b">Two</a><li><a href="/c"></a></ul>`
    const reading = readPage({
      url: 'https://a.example/x',
      body: Buffer.from(html),
      contentType: 'text/html',
    })
    const back = unpackReading(sent(packReading(reading)))
    expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(reading)))
    expect(back.groups.body.terms).toEqual(reading.groups.body.terms)
    expect(back.groups.body.terms.length).toBeGreaterThan(0)
  })

  it('restores links with any content', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('', '\n', 'a\nb', '中文 \n', '\ud83d', '\ude00'))
    const link: fc.Arbitrary<LinkReading> = fc.record(
      {
        url: text,
        anchor: text,
        context: text,
        division: fc.nat(1000),
        rel: fc.array(text, { maxLength: 2 }),
        position: fc.double({ min: 0, max: 1, noNaN: true }),
        published: fc.constant('2020-01-02'),
      },
      { requiredKeys: ['url', 'anchor', 'context', 'division', 'rel', 'position'] },
    )
    fc.assert(
      fc.property(fc.array(link), fc.array(text), (links, divisions) => {
        const back = unpackReading(
          sent(packReading({ ...sampleReading('Flood', 'Water rose.'), links, divisions })),
        )
        expect(back.links).toEqual(links)
        expect(back.divisions).toEqual(divisions)
      }),
    )
  })
})
