/** The dateline stands at the start of a paragraph or at its end, never in the middle of a long one. */
const START = 300
const END = 160

/** The first and the last characters of the block of text being read. */
export class BlockText {
  start = ''
  end = ''
  /** Characters of visible text before the block. */
  at = 0

  append(gap: string, data: string): void {
    if (this.start.length < START) this.start += gap + data.slice(0, START)
    else this.end = (this.end + gap + data.slice(-END)).slice(-END)
  }

  clear(at: number): void {
    this.start = ''
    this.end = ''
    this.at = at
  }
}
