import { describe, expect, it } from 'vitest'
import { citedPages, type Summary, summaryMarkdown, summaryText } from './summary-text.ts'

const summary: Summary = {
  read: { pages: 2, of: 2 },
  overview: [
    { text: 'The storm\nmade landfall.', cites: [{ page: 7, title: 'Landfall', source: 'a.example' }] },
  ],
  days: [
    {
      day: '2013-11-08',
      pages: 2,
      sentences: [
        {
          text: '# <img src=x onerror=alert(1)> [click](javascript:alert(1))',
          cites: [
            { page: 9, title: '*台风* `x`', source: 'b.example' },
            { page: 7, title: 'Landfall', source: 'a.example' },
          ],
        },
        { text: '1. first, then more', cites: [] },
      ],
    },
  ],
  places: [{ id: '1', name: 'Tacloban', lat: 11, lon: 125, pages: 2, cites: [7] }],
  who: [{ name: 'PAGASA', kind: 'organisation', pages: 1, cites: [9] }],
}
const head = {
  name: 'Typhoon Haiyan',
  pageUrl: (page: number) => `http://127.0.0.1:4180/c/h/pages/${page}`,
}

describe('the summary as text', () => {
  it('numbers pages in the order in which they are cited', () => {
    expect([...citedPages(summary).values()].map(({ page, number }) => [page, number])).toEqual([
      [7, 1],
      [9, 2],
    ])
  })

  it('is plain text with notes', () => {
    expect(summaryText(summary, head)).toBe(
      `${[
        'Typhoon Haiyan',
        '==============',
        '',
        'The storm made landfall. [1]',
        '',
        '2013-11-08',
        '  # <img src=x onerror=alert(1)> [click](javascript:alert(1)) [2][1]',
        '  1. first, then more',
        '',
        'Places: Tacloban (2)',
        '',
        'People and organisations: PAGASA (1)',
        '',
        '[1] Landfall (a.example) http://127.0.0.1:4180/c/h/pages/7',
        '[2] *台风* `x` (b.example) http://127.0.0.1:4180/c/h/pages/9',
      ].join('\n')}\n`,
    )
  })

  it('is Markdown in which the text of a page never becomes markup', () => {
    const markdown = summaryMarkdown(summary, head)
    expect(markdown).toContain('The storm made landfall.[^1]')
    expect(markdown).toContain(
      '- \\# \\<img src=x onerror=alert(1)\\> \\[click\\](javascript:alert(1))[^2][^1]',
    )
    expect(markdown).toContain('- 1\\. first, then more')
    expect(markdown).toContain('[^2]: \\*台风\\* \\`x\\` (b.example), <http://127.0.0.1:4180/c/h/pages/9>')
  })
})
