import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

function mainText(html: string, title = 'A headline about the storm'): string {
  const body = new TextEncoder().encode(
    `<html><head><title>${title}</title></head><body>${html}</body></html>`,
  )
  return readPage({ url: 'https://news.example/x', body, contentType: 'text/html; charset=utf-8' }).mainText
}

const sentence = (n: number) =>
  `Paragraph ${n} tells at some length what happened when the storm reached the coast, and who was there.`
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `<p>${sentence(from + i)}</p>`).join('')
const links = (...texts: string[]) => texts.map((text) => `<li><a href="/${text}">${text}</a></li>`).join('')

describe('main text', () => {
  it('is the article without navigation, footer, sidebar, comments and banners', () => {
    const text = mainText(
      `<div class="cookie-banner"><p>We use cookies so that this site works as well as it possibly can for you.</p></div>
       <header><nav><ul>${links('Home', 'World', 'Sport')}</ul></nav></header>
       <main><h1>A headline about the storm</h1>${paragraphs(1, 4)}
       <ul><li>first measure taken</li><li>second measure taken</li></ul>${paragraphs(5, 6)}</main>
       <aside><p>Something else that is long enough to be taken for a paragraph of the article by its length.</p></aside>
       <div id="comments"><p>I do not believe a single word of this article, and neither does my neighbour, I think.</p></div>
       <footer><p>All rights reserved. No part of this page may be copied without the written consent of us.</p></footer>`,
    )
    expect(text.split('\n')).toEqual([
      ...[1, 2, 3, 4].map(sentence),
      'first measure taken',
      'second measure taken',
      ...[5, 6].map(sentence),
    ])
  })

  it('takes the innermost block that holds nearly all prose when nothing is named', () => {
    const text = mainText(
      `<div><div>${links('One', 'Two', 'Three')}</div><div><div>${paragraphs(1, 5)}</div></div><div>Contact us</div></div>`,
    )
    expect(text).toBe([1, 2, 3, 4, 5].map(sentence).join('\n'))
  })

  it('prefers the block named as the article over a longer page around it', () => {
    const text = mainText(
      `<div><div class="entry-content">${paragraphs(1, 4)}</div><div class="x">${paragraphs(20, 22)}</div></div>`,
    )
    expect(text).toBe([1, 2, 3, 4].map(sentence).join('\n'))
  })

  it('adds the lead between headline and body', () => {
    const lead = 'The lead says in one sentence what the whole article will tell at length.'
    const text = mainText(
      `<article><h1>A headline</h1><div class="intro"><p>${lead}</p></div><div>12 May</div>
       <div class="article-body">${paragraphs(1, 4)}</div></article>`,
    )
    expect(text.split('\n')).toEqual([lead, ...[1, 2, 3, 4].map(sentence)])
  })

  it('drops link lists with their headings, link lines and labels at the ends', () => {
    const text = mainText(
      `<article><p>12 May 2020</p>${paragraphs(1, 2)}<h2>A section</h2>${paragraphs(3, 3)}<p><a href=/m>Read more here</a></p>
       ${paragraphs(4, 4)}<h2>Related</h2><ul>${links('Other storm', 'Another flood')}</ul><p>Photo: agency</p></article>`,
    )
    expect(text.split('\n')).toEqual([sentence(1), sentence(2), 'A section', sentence(3), sentence(4)])
  })

  it('ignores a boilerplate name on the block with the article', () => {
    expect(mainText(`<div class="sidebar-layout related">${paragraphs(1, 5)}</div>`)).toContain(sentence(3))
    const sections = [1, 2, 3, 4].map(
      (n) => `<section class="ads">${paragraphs(n * 10, n * 10 + 1)}</section>`,
    )
    expect(mainText(`<article>${sections.join('')}</article>`)).toContain(sentence(31))
  })

  it('weighs Chinese by character', () => {
    const paragraph = '台风海燕昨日登陆，造成多人伤亡，救援人员正在赶往灾区。'
    const text = mainText(
      `<div class="nav"><a href=/a>首页</a><a href=/b>新闻</a></div><div><div>${`<p>${paragraph}</p>`.repeat(4)}</div>
       <div>${links('相关新闻一', '相关新闻二')}</div></div>`,
      '台风登陆',
    )
    expect(text).toBe(Array.from({ length: 4 }, () => paragraph).join('\n'))
  })

  it('reads lines separated by br as paragraphs', () => {
    expect(mainText(`<div>${sentence(1)}<br><br>${sentence(2)}<br>${sentence(3)}</div>`)).toBe(
      [1, 2, 3].map(sentence).join('\n'),
    )
  })

  it('falls back to short lines or links when there is no prose', () => {
    expect(mainText('<p>Closed today</p><p>Back soon</p>')).toBe('Closed today\nBack soon')
    expect(
      mainText(`<div class="entry-content"><ul>${links('First find', 'Second find')}</ul></div>`),
    ).toContain('Second find')
  })

  it('takes the stated article of a page that shows only its beginning', () => {
    const body = [1, 2, 3, 4].map((n) => `&lt;p&gt;${sentence(n)}&lt;/p&gt;`).join('')
    const stated = (headline: string) =>
      mainText(
        `<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","articleBody":"${body}"}]}</script>
         <p>Read the rest after you have logged in to this site with your subscription, please.</p>`,
        headline,
      )
    expect(stated('What happened when the storm reached the coast')).toBe(
      [1, 2, 3, 4].map(sentence).join('\n'),
    )
    expect(stated('Completely different matters discussed')).not.toContain(sentence(1))
  })
})
