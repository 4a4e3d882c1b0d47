import { describe, expect, it } from 'vitest'
import { readPage } from '../../page/read-page.ts'
import { isListing } from './page-kind.ts'

const story = (n: number) => `Harbour story number ${n} of this week`
const link = (n: number) => `<a href="/2024/11/0${(n % 9) + 1}/harbour-story-${n}">${story(n)}</a>`
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

function read(body: string, url = 'http://paper.example/archive/2024/') {
  const html = `<html><head><title>Archive 2024</title></head><body><main>${body}</main></body></html>`
  return readPage({ url, contentType: 'text/html', body: Buffer.from(html) })
}

describe('isListing', () => {
  it('recognises a list of headlines, each shown more than once', () => {
    const list = numbers(12)
      .map((n) => `<p>${link(n)}</p>`)
      .join('')
    expect(isListing(read(`<h1>Archive</h1>${list}${list}<p>Latest headlines</p>${list}`))).toBe(true)
  })

  it('recognises a list with bullets, and one with teasers', () => {
    const bullets = numbers(12).map((n) => `<p>• ${link(n)}</p>`)
    expect(isListing(read(bullets.join('')))).toBe(true)
    const teasers = numbers(12).map(
      (n) => `<h2>${link(n)}</h2><p>What happened at the harbour, day ${n}.</p>`,
    )
    expect(isListing(read(teasers.join('')))).toBe(true)
  })

  it('does not count a text with related stories, nor a page whose URL is that of a story', () => {
    const text = numbers(20).map(
      (n) => `<p>Paragraph ${n} of a long report on what happened at the harbour.</p>`,
    )
    const related = numbers(12).map((n) => `<p>${link(n)}</p>`)
    const page = text.join('') + related.join('')
    expect(isListing(read(page, 'http://paper.example/topics/harbour'))).toBe(false)
    expect(
      isListing(read(related.join(''), 'http://paper.example/2024/11/08/what-happened-at-the-harbour')),
    ).toBe(false)
  })
})
