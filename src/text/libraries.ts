import { createRequire } from 'node:module'
import { createNgramDetector } from './ngram-detector.ts'
import { readNgramTable } from './ngram-table.ts'

const require = createRequire(import.meta.url)

function once<T>(load: () => T): () => T {
  let loaded: { value: T } | undefined
  return () => {
    loaded ??= { value: load() }
    return loaded.value
  }
}

// Together these take about half a second to load: each waits for the first text that needs it,
// so that commands which read no page start at once.

export const stemmers = once(() => require('snowball-stemmers') as typeof import('snowball-stemmers'))

export const stopWordLists = once(() => require('stopwords-iso') as typeof import('stopwords-iso'))

export const jieba = once(() => {
  const { Jieba } = require('@node-rs/jieba') as typeof import('@node-rs/jieba')
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js')
  return Jieba.withDict(dict)
})

export const segmenter = once(() => new Intl.Segmenter('ja', { granularity: 'word' }))

// The smallest data of eld: on samples as long as ours the next larger set says the same (795 of 795 news pages).
export const languageDetector = once(() => createNgramDetector(readNgramTable()))
