import { describe, expect, it } from 'vitest'
import { unlessNotFound } from './not-found.ts'
import { readPage } from './read-page.ts'

const VERDICT = { relevance: 0.9, relevant: true, evidence: {} }
const NAVIGATION = '<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></nav>'
function judged(
  title: string,
  body: string,
  { url = 'https://a.example/news/storm-surge-hits-harbour', head = '' } = {},
) {
  const html = `<html><head><title>${title}</title>${head}</head><body>${NAVIGATION}<main>${body}</main></body></html>`
  return unlessNotFound(
    readPage({ url, body: Buffer.from(html), contentType: 'text/html; charset=utf-8' }),
    VERDICT,
  )
}
const long = (sentence: string) => `<p>${`${sentence} `.repeat(30)}</p>`

describe('soft 404s', () => {
  it.each([
    ['Page not found | The Courier', '<h1>Oops</h1><p>Try the search.</p>'],
    ['The Courier', '<h1>This page does not exist</h1>'],
    ['Seite nicht gefunden', '<p>Zur Startseite</p>'],
    ['Page introuvable', '<p>Retour</p>'],
    ['Página no encontrada', '<p>Volver</p>'],
    ['Страница не найдена', '<p>На главную</p>'],
    ['页面不存在', '<p>返回首页</p>'],
    ['ページが見つかりません', '<p>トップへ</p>'],
    ['페이지를 찾을 수 없습니다', '<p>홈으로</p>'],
    ['الصفحة غير موجودة', '<p>العودة</p>'],
    ['Error 404', '<p>Sorry.</p>'],
  ])('"%s" is not relevant, with a reason', (title, body) => {
    const verdict = judged(title, body)
    expect(verdict).toMatchObject({ relevance: 0, relevant: false })
    expect(verdict.evidence.notFound?.because.length).toBeGreaterThan(0)
  })

  it('are recognized by their structure in any language', () => {
    const head = '<meta name="robots" content="noindex"><link rel="canonical" href="https://a.example/">'
    expect(judged('Ezpertaskatu', '<p>Barkatu.</p>', { head }).relevant).toBe(false)
    expect(judged('Ezpertaskatu', '<p>Barkatu.</p>').relevant).toBe(true)
  })

  it('do not include articles about something that was not found, short notes or lists', () => {
    expect(
      judged('Missing boat not found after storm', long('The search for the boat went on.')).relevant,
    ).toBe(true)
    expect(
      judged('Storm surge hits harbour', '<p>Storm surge hits harbour: more follows.</p>').relevant,
    ).toBe(true)
    expect(judged('Flight 404 lands', '<p>The storm surge held it up.</p>').relevant).toBe(true)
    expect(judged('The Courier', '<p>News</p>', { url: 'https://a.example/' }).relevant).toBe(true)
  })
})
