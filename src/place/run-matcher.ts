import type { GazetteerFile } from './gazetteer-file.ts'
import type { Reading, Span } from './matcher.ts'
import { hashKey } from './name-key.ts'

/** Kinds of unit that may follow a Chinese or Japanese name and belong to it. */
const KINDS = new Set('省市县縣区區州盟旗镇鎮乡鄉村府郡町県都道'.split(''))

/** Names in a run of a script without spaces: at each letter the longest name that starts there. */
export function findInRun(file: GazetteerFile, reading: Reading, word: number, spans: Span[]): void {
  const start = reading.tokens.start[word] ?? 0
  const end = reading.tokens.end[word] ?? 0
  const { text } = reading
  for (let i = start; i < end; ) {
    let hash = hashKey(text.charAt(i))
    const most = Math.min(file.longest(hash), end - i)
    let length = 0
    let found = -1
    for (let n = 2; n <= most; n++) {
      hash = hashKey(text.charAt(i + n - 1), hash)
      const row = file.keyRow(text.slice(i, i + n), hash)
      if (row < 0 && !file.isPlaceWord(hash)) continue
      length = n
      found = row
    }
    if (length === 0) {
      i++
      continue
    }
    const stop = i + length < end && KINDS.has(text.charAt(i + length)) ? i + length + 1 : i + length
    spans.push({ first: word, last: word, start: i, end: stop, key: found })
    i = stop
  }
}
