import { describe, expect, it } from 'vitest'
import { type Cited, citationOf } from './citation.ts'

const PAGE: Cited = {
  title: 'Storm closes the harbour',
  source: 'news.example',
  url: 'https://news.example/a_b?c=1&d=2',
  language: 'en',
  published: '2024-11-08',
  fetchedAt: '2024-11-09T10:11:12.000Z',
  digest: 'sha256:abc',
  collection: 'haiyan-2013',
  page: 12,
  permalink: 'https://library.example/c/haiyan-2013/pages/12',
}

describe('citationOf', () => {
  it('includes title, date, archive date and digest', () => {
    expect(citationOf(PAGE).text).toBe(
      'Storm closes the harbour. news.example, 2024-11-08. https://news.example/a_b?c=1&d=2. Archived 2024-11-09: https://library.example/c/haiyan-2013/pages/12. Record sha256:abc.',
    )
    expect(citationOf(PAGE).bibtex).toBe(
      [
        '@online{haiyan201312,',
        '  title = {{Storm closes the harbour}},',
        '  organization = {news.example},',
        '  date = {2024-11-08},',
        '  year = {2024},',
        '  url = {https://news.example/a_b?c=1&d=2},',
        '  urldate = {2024-11-09},',
        '  langid = {en},',
        '  note = {Archived 2024-11-09T10:11:12.000Z, record sha256:abc, https://library.example/c/haiyan-2013/pages/12},',
        '}',
        '',
      ].join('\n'),
    )
    expect(citationOf(PAGE).ris.split('\r\n')).toEqual([
      'TY  - ELEC',
      'TI  - Storm closes the harbour',
      'PB  - news.example',
      'DA  - 2024/11/08',
      'PY  - 2024',
      'UR  - https://news.example/a_b?c=1&d=2',
      'Y2  - 2024/11/09',
      'LA  - en',
      'L2  - https://library.example/c/haiyan-2013/pages/12',
      'N1  - Archived 2024-11-09T10:11:12.000Z, record sha256:abc, https://library.example/c/haiyan-2013/pages/12',
      'ID  - haiyan-2013-12',
      'ER  - ',
      '',
    ])
  })

  it('works without date, language, title and copy', () => {
    const { text, bibtex, ris } = citationOf({
      ...PAGE,
      title: ' ',
      published: null,
      language: 'und',
      digest: null,
    })
    expect(text).toContain('news.example. news.example, n.d.')
    expect(text).toContain('No copy was kept.')
    expect(bibtex).not.toMatch(/date = \{null|langid/)
    expect(ris).not.toMatch(/^(DA|PY|LA) {2}- /m)
  })

  it.each(['} , title = {x', '{', '\\end{document}', 'a\\', '100% & #1_$x^~', '@online{evil,', '"'])(
    'keeps the braces of BibTeX in balance with a title of %j',
    (title) => {
      const { bibtex } = citationOf({ ...PAGE, title, source: title, url: `https://a.example/${title}` })
      let depth = 0
      let ended = 0
      for (const character of bibtex) {
        if (character === '{') depth++
        if (character === '}' && --depth === 0) ended++
        expect(depth).toBeGreaterThanOrEqual(0)
      }
      expect([depth, ended]).toEqual([0, 1])
    },
  )

  it('escapes titles that would start another tag or line', () => {
    const hostile = 'Quiet\r\nER  - \nTY  - JOUR\u2028AU  - Nobody\u202etxt.exe'
    const { text, ris, bibtex } = citationOf({ ...PAGE, title: hostile })
    expect(ris.match(/^(?:TY|ER) {2}- /gm)).toHaveLength(2)
    expect(text).not.toMatch(/[\n\r\u2028\u202e]/)
    expect(bibtex.split('\n')).toHaveLength(11)
  })

  it('keeps Chinese titles as they are', () => {
    expect(citationOf({ ...PAGE, title: '台风登陆。' }).text).toMatch(/^台风登陆。 news/)
  })
})
