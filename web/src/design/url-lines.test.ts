import { describe, expect, it } from 'vitest'
import { readUrls, urlLinesError } from './url-lines.ts'

describe('readUrls', () => {
  it('reads one URL per line and completes bare host names', () => {
    expect(readUrls('https://a.example/x\nb.example/y\n\nc.example:8080/z b.example/y').urls).toEqual([
      'https://a.example/x',
      'https://b.example/y',
      'https://c.example:8080/z',
    ])
  })

  it('takes a single word for a host only after a scheme', () => {
    expect(readUrls('http://intranet/news\nlocalhost/news\nintranet')).toMatchObject({
      urls: ['http://intranet/news', 'https://localhost/news'],
      invalid: [{ line: 3, text: 'intranet' }],
    })
  })

  it('keeps a comma in a URL', () => {
    expect(readUrls('https://a.example/x,y?z=1,2').urls).toEqual(['https://a.example/x,y?z=1,2'])
  })

  it('accepts hosts and paths in any script', () => {
    expect(readUrls('https://新闻.example/台风').urls).toEqual(['https://新闻.example/台风'])
  })

  it('reports what is not an http URL, with its line', () => {
    expect(readUrls('javascript:alert(1)\nfile:///etc/passwd\n\nword\nftp://a.example').invalid).toEqual([
      { line: 1, text: 'javascript:alert(1)' },
      { line: 2, text: 'file:///etc/passwd' },
      { line: 4, text: 'word' },
      { line: 5, text: 'ftp://a.example' },
    ])
  })

  it('refuses a URL longer than the server accepts', () => {
    expect(readUrls(`https://a.example/${'x'.repeat(2_000)}`).invalid).toHaveLength(1)
  })
})

describe('urlLinesError', () => {
  it('names the first invalid line', () => {
    expect(urlLinesError(readUrls('https://ok.example\n\njavascript:alert(1)\nword'))).toBe(
      'Line 3 is not an http or https URL: javascript:alert(1)',
    )
  })

  it('refuses more URLs than the field may hold', () => {
    const two = readUrls('a.example\nb.example')
    expect(urlLinesError(two, 1)).toBe('Enter at most 1 URLs; there are 2.')
    expect(urlLinesError(two)).toBeNull()
  })
})
