/** The variable-length integers of FTS5 in a blob, given in hexadecimal: seven bits in each byte, and a high bit if more follow. */
function varintsIn(hex: string): number[] {
  const values: number[] = []
  let value = 0
  for (let at = 0; at + 1 < hex.length; at += 2) {
    const byte = digit(hex.charCodeAt(at)) * 16 + digit(hex.charCodeAt(at + 1))
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    values.push(value)
    value = 0
  }
  return values
}

function digit(code: number): number {
  return code <= 57 ? code - 48 : code - 55
}

/** Number of terms of a page, from its sizes by column. */
export function termsOfPage(sizes: string): number {
  return varintsIn(sizes).reduce((sum, terms) => sum + terms, 0)
}

/** Mean number of terms of a page, from the totals of an index: the number of pages, then the terms of each column. */
export function meanTerms(totals: string): number {
  const [pages = 0, ...terms] = varintsIn(totals)
  return terms.reduce((sum, n) => sum + n, 0) / pages
}
