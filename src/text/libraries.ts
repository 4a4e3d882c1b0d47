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

// Loaded on first use: together they take about half a second, which commands that read no page should not pay.

export const stemmers = once(() => require('snowball-stemmers') as typeof import('snowball-stemmers'))

export const stopWordLists = once(() => require('stopwords-iso') as typeof import('stopwords-iso'))

export const jieba = once(() => {
  const { Jieba } = require('@node-rs/jieba') as typeof import('@node-rs/jieba')
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js')
  return Jieba.withDict(dict)
})

export const segmenter = once(() => new Intl.Segmenter('ja', { granularity: 'word' }))

// The smallest eld data set: on samples of this length the next larger one gives the same result (795 of 795 news pages).
export const languageDetector = once(() => createNgramDetector(readNgramTable()))
