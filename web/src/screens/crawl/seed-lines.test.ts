import { describe, expect, it } from 'vitest'
import { readSeeds } from './seed-lines.ts'

describe('readSeeds', () => {
  it('takes addresses one to a line, and completes bare host names', () => {
    expect(readSeeds('https://a.example/x\nb.example/y\n\nc.example:8080/z b.example/y').seeds).toEqual([
      'https://a.example/x',
      'https://b.example/y',
      'https://c.example:8080/z',
    ])
  })

  it('leaves a comma in an address alone', () => {
    expect(readSeeds('https://a.example/x,y?z=1,2').seeds).toEqual(['https://a.example/x,y?z=1,2'])
  })

  it('takes names and paths in any script', () => {
    expect(readSeeds('https://新闻.example/台风').seeds).toEqual(['https://新闻.example/台风'])
  })

  it('points out what is no web address', () => {
    expect(readSeeds('javascript:alert(1)\nfile:///etc/passwd\nword\nftp://a.example').odd).toEqual([
      'javascript:alert(1)',
      'file:///etc/passwd',
      'word',
      'ftp://a.example',
    ])
  })
})
