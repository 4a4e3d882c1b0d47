import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRecord } from './csv.ts'

/** A strict RFC 4180 reader, for the round trip. */
function parseRecord(text: string): string[] {
  const cells: string[] = []
  let i = 0
  while (i <= text.length - 2) {
    let cell = ''
    if (text[i] === '"') {
      for (i++; ; i++) {
        if (text[i] !== '"') cell += text[i]
        else if (text[i + 1] === '"') cell += text[i++]
        else break
      }
      i++
    } else while (text[i] !== ',' && text[i] !== '\r') cell += text[i++]
    cells.push(cell)
    if (text[i] === '\r') break
    i++
  }
  return cells
}

describe('csvRecord', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\0x', '＝1'])('disarms %j', (cell) => {
    expect(parseRecord(csvRecord([cell]))).toEqual([`'${cell}`])
  })

  it('does not change text in raw mode', () => {
    expect(csvRecord(['=1+1', '-1', 'a,b'], { raw: true })).toBe('=1+1,-1,"a,b"\r\n')
  })

  it('keeps numbers, also negative ones', () => {
    expect(csvRecord([-1.5, 2, true, null])).toBe('-1.5,2,true,\r\n')
  })

  it('round-trips any text, and never starts a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const back = parseRecord(csvRecord(cells))
        expect(back).toHaveLength(cells.length)
        back.forEach((cell, i) => {
          expect(cell === cells[i] || cell === `'${cells[i]}`).toBe(true)
          expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
        })
      }),
    )
  })
})
