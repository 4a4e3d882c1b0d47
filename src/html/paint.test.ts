import { describe, expect, it } from 'vitest'
import { readPage } from '../page/read-page.ts'

const SEEN = 'The river rose over its banks in the night and people left their homes before dawn.'
const textOf = (hidden: string, body = '') => {
  const html = `<html><body ${body}><article><p>${SEEN}</p>${hidden}<p>Roads are closed until further notice.</p></article></body></html>`
  return readPage({ url: 'https://a.example/', body: Buffer.from(html), contentType: 'text/html' })
}

describe('hidden text', () => {
  it.each([
    '<p style="display:none">stuffing</p>',
    '<p hidden>stuffing</p>',
    '<p style="visibility: hidden">stuffing</p>',
    '<p style="font-size:0">stuffing</p>',
    '<p style="font-size: 0px !important">stuffing</p>',
    '<p style="font-size:1px">stuffing</p>',
    '<p style="position:absolute; left:-9999px">stuffing</p>',
    '<p style="color:#fff;background:#ffffff">stuffing</p>',
    '<p style="color:white; background-color: rgb(250, 250, 250)">stuffing</p>',
    '<div style="background:#000 none"><p><span style="color:black">stuffing</span></p></div>',
    '<table bgcolor="#FFFFFF"><tr><td><font color="white">stuffing</font></td></tr></table>',
  ])('does not read text with %s', (hidden) => {
    const page = textOf(hidden)
    expect(page.text).not.toContain('stuffing')
    expect(page.mainText).not.toContain('stuffing')
    expect(JSON.stringify(page.groups)).not.toContain('stuffing')
    expect(page.text).toContain('Roads are closed')
  })

  it.each([
    '<p style="color:#fff">shown</p>',
    '<p style="color:#000;background:#fff">shown</p>',
    '<p style="font-size:0.9em">shown</p>',
    '<p style="font-size:10px">shown</p>',
    '<ul style="font-size:0"><li style="font-size:14px">shown</li></ul>',
    '<div style="color:#fff;background:#fff"><p style="color:#333">shown</p></div>',
    '<div style="background:url(night.jpg) #fff"><p style="color:#fff">shown</p></div>',
    '<p style="background:#fff;color:var(--ink)">shown</p>',
    '<p style=";;:;color">shown</p>',
  ])('%s is', (hidden) => {
    expect(textOf(hidden).text).toContain('shown')
  })

  it('ignores white text on a white body, and keeps a link around an image without size', () => {
    expect(textOf('<p style="color:#fefefe">stuffing</p>', 'bgcolor="white"').text).not.toContain('stuffing')
    const icons = textOf('<div style="font-size:0"><a href="/map"><img alt="Map of the flood"></a></div>')
    expect(icons.links.map(({ url }) => url)).toContain('https://a.example/map')
  })
})
