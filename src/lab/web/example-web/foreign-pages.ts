import type { WebResponse } from '../web.ts'
import { html } from './responses.ts'

const NOTICE = `<html><head>
<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><title>お知らせ</title></head>
<body><h1>お知らせ</h1><p>当サイトの日本語版は準備中です。台風や地震などの災害情報は英語版をご覧ください。</p><p><a href="/">ホーム</a></p></body></html>`
const ABOUT = `<html><head><title>会社概要</title></head>
<body><h1>会社概要</h1><p>島の新聞は一九九八年に始まりました。編集部は港の近くにあります。</p><p><a href="/">ホーム</a></p></body></html>`

/**
 * Two pages of an English-language paper in other charsets: Shift_JIS declared only in the page, and UTF-16
 * with a byte order mark.
 */
export function foreignPage(path: string): WebResponse | null {
  if (path === '/ja/notice.html') return html(NOTICE, { charset: 'shift_jis', type: 'text/html' })
  if (path === '/ja/about.html') return html(ABOUT, { charset: 'utf-16le', type: 'text/html' })
  return null
}
