import { describe, expect, it } from 'vitest'
import { rewriteCss } from '../../src/server/replay/rewrite-css.ts'
import { rewriteHtml } from '../../src/server/replay/rewrite-html.ts'
import { ATTACKS } from './replay-attacks.ts'

const rewriting = {
  url: 'http://news.example/a/b.html',
  replayOf: (address: string) => `/t/c/1/r/seal/${encodeURIComponent(address)}`,
  frameOf: (address: string) => `/t/c/1/r/seal/${encodeURIComponent(address)}?visit=one`,
  linkOf: (address: string) => `/t/c/1/l/seal/${encodeURIComponent(address)}`,
}
const html = (text: string) => rewriteHtml(text, rewriting)
const archived = (path: string) => rewriting.replayOf(`http://news.example${path}`)
const linked = (path: string) => rewriting.linkOf(`http://news.example${path}`)

describe('rewriteHtml', () => {
  // The words may occur in text.
  it.each(ATTACKS)('removes the attack: %s', (_, attack) => {
    const shown = html(attack).replaceAll(/\\3c [^>]*>/g, '')
    expect(shown).not.toMatch(
      /="\s*(?:https?:)?\/\/(?:CANARY|APP)|url\(["']?(?:https?:)?\/\/|@import\s*["']?http/i,
    )
    expect(shown).not.toMatch(
      /<script|javascript:|\son[a-z]+=|<base|http-equiv|<object|<embed|srcdoc="[^"]*script/i,
    )
  })

  it('rewrites documents in frames so that their links are followed in the same frame of the application', () => {
    const inner = 'http://news.example/inner.html'
    expect(html('<iframe src="/inner.html#part"></iframe>')).toBe(
      `<iframe src="${rewriting.frameOf(inner)}#part"></iframe>`,
    )
    expect(html('<frame src="#part">')).toBe('<frame>')
    expect(html('<iframe src="data:image/svg+xml,<svg/>"></iframe>')).toBe('<iframe></iframe>')
  })

  it('keeps the doctype, text, entities and structure', () => {
    expect(html('<!DOCTYPE html><p>a &lt;b&gt; &amp; c<br>d<p>e')).toBe(
      '<!doctype html><p>a &lt;b&gt; &amp; c<br>d<p>e',
    )
    const strict =
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
    expect(html(`${strict}<p>x`)).toContain('<!doctype html public "-//W3C//DTD HTML 4.01//EN"')
  })

  it('resolves URLs against the document and its base, and keeps fragments', () => {
    expect(html('<a href="c.html#d">x</a>')).toBe(`<a href="${linked('/a/c.html')}#d">x</a>`)
    expect(html('<a href="#d">x</a>')).toBe('<a href="#d">x</a>')
    expect(html('<base href="/z/"><base href="/y/"><img src="i.png">')).toBe(
      `<img src="${archived('/z/i.png')}">`,
    )
  })

  it('rewrites srcset, also when it is malformed', () => {
    expect(html('<img srcset="a.png, b.png 2x,c.png 3x , ,">')).toBe(
      `<img srcset="${archived('/a/a.png')}, ${archived('/a/b.png')} 2x, ${archived('/a/c.png')} 3x">`,
    )
    expect(html('<img srcset="data:image/png;base64,AA== 1x">')).toBe(
      '<img srcset="data:image/png;base64,AA== 1x">',
    )
  })

  it('removes event handlers, targets and integrity checks', () => {
    expect(html('<a href=x target=_top ping=y download onclick=z>t</a>')).toBe(
      `<a href="${linked('/a/x')}">t</a>`,
    )
    expect(html('<link rel=stylesheet href=s.css integrity=i crossorigin nonce=n>')).toBe(
      `<link rel="stylesheet" href="${archived('/a/s.css')}">`,
    )
    expect(html('<form action=/post method=post><input name=q></form>')).toBe(
      '<form method="post"><input name="q"></form>',
    )
  })

  it('takes bounded time on hostile input', () => {
    const deep = html('<div>'.repeat(100_000))
    expect(deep.length).toBe('<div>'.length * 100_000)
    expect(html(`<p style="${'url('.repeat(50_000)}">`).length).toBeLessThan(2_000_000)
    expect(html(`<img srcset="${'a,'.repeat(50_000)}">`)).toContain('<img')
    let nested = '<img src=x>'
    for (let i = 0; i < 6; i++)
      nested = `<iframe srcdoc="${nested.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`
    expect(html(nested)).not.toContain('src=x')
  })
})

describe('rewriteCss', () => {
  const css = (text: string) =>
    rewriteCss(text, (address) => (address.startsWith('x') ? null : `/r/${address}`))

  it.each([
    ['a{b:url(c.png)}', 'a{b:url("/r/c.png")}'],
    ["a{b:URL( 'c d.png' )}", 'a{b:url("/r/c d.png")}'],
    ['a{b:url("c\\".png")}', 'a{b:url("/r/c".png")}'],
    ['@import "c.css" screen;', '@import "/r/c.css" screen;'],
    ["@IMPORT url('c.css');", '@IMPORT url("/r/c.css");'],
    ['/* url(a) */ b{}', '/* url(a) */ b{}'],
    ['a{content:"url(b)"}', 'a{content:"url(b)"}'],
    ['a{b:url(x)}', 'a{b:url("about:invalid")}'],
    ['a{b:url(c', 'a{b:url("/r/c")'],
    ['a{b:url(\\63.png)}', 'a{b:url("/r/c.png")}'],
    ['@import "c', '@import "/r/"'],
    ['curl(a)', 'curl(a)'],
    ['a{b:\\75rl(c)}', 'a{b:url("/r/c")}'],
    ['a{b:\\000075 RL(c)}', 'a{b:url("/r/c")}'],
    ['a{b:u\\rl(c)}', 'a{b:url("/r/c")}'],
    ['@\\69mport "c";', '@import "/r/c";'],
    ['.a\\:b{content:"\\201c"}', '.a\\:b{content:"\\00201c"}'],
    ['a{b:ur\\6\\63(c)}', 'a{b:ur\\000006c(c)}'],
    [
      'a{b:-webkit-image-set("c" 1x, url(d) 2x, "e" type("image/png"));f:"g"}',
      'a{b:-webkit-image-set("/r/c" 1x, url("/r/d") 2x, "/r/e" type("image/png"));f:"g"}',
    ],
  ])('%s', (given, expected) => {
    expect(css(given)).toBe(expected)
  })
})
