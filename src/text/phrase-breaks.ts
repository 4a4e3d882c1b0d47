import { barredAfter } from './phrase-rules.ts'
import { isMark } from './word-units.ts'

/** How often written text breaks a rule: by quotations, menus and mistakes. */
const WRITTEN = 0.01
/** How often it has a frequent word twice in a row. */
const WRITTEN_TWICE = 0.004
/** A rule, or a word, tells something if random order would break it at least this much more often. */
const TELLING = 1.5
/** Rarer words are doubled in menus. */
const MIN_TIMES = 6
const MAX_DOUBLED_PER_WORD = 2

/** Different breaks that are needed to decide, and how many of them must break a rule of the language. */
const MIN_KINDS = 3
const MIN_RULES = 2
/** Logarithms of how much more probable random order must be than writing: with enough broken rules, and with doubled words almost alone. */
const DECIDED = { rules: 1, doubled: 8 } as const

/**
 * Why the words of a text are in random order; null if they are not, or if it cannot be told. Each place where a rule of the language applies is
 * weighed: how probable is what follows if anybody wrote it, and how probable if the words of this text follow each other at random?
 */
export function brokenPhrases(units: readonly string[], language: string): string | null {
  const rules = barredAfter(language)
  const counts = new Map<string, number>()
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const odds = new Map<string, number>()
  const oddsOf = (word: string, barred: ReadonlySet<string>) => {
    const known =
      odds.get(word) ?? [...barred].reduce((sum, one) => sum + (counts.get(one) ?? 0), 0) / units.length
    odds.set(word, known)
    return known
  }
  const broken = new Set<string>()
  const doubled = new Map<string, number>()
  let [evidence, opened, breaks, rulesBroken] = [0, 0, 0, 0]
  const weigh = (isBroken: boolean, random: number, written: number) => {
    opened++
    if (isBroken) breaks++
    evidence += isBroken ? Math.log(random / written) : Math.log((1 - random) / (1 - written))
  }
  for (let i = 0; i + 1 < units.length; i++) {
    const [word, next] = [units[i] as string, units[i + 1] as string]
    const pair = `"${word} ${next}"`
    const barred = rules.get(word)
    const random = barred ? oddsOf(word, barred) : 0
    if (barred && random > TELLING * WRITTEN) {
      const isBroken = barred.has(next)
      weigh(isBroken, random, WRITTEN)
      if (isBroken && !broken.has(pair)) rulesBroken++
      if (isBroken) broken.add(pair)
    }
    const times = counts.get(word) ?? 0
    const again = (times - 1) / units.length
    if (
      times < MIN_TIMES ||
      again <= TELLING * WRITTEN_TWICE ||
      isMark(word) ||
      isNumber(word) ||
      barred?.has(word)
    )
      continue
    const before = doubled.get(word) ?? 0
    if (word === next) {
      doubled.set(word, before + 1)
      broken.add(pair)
    }
    if (word !== next || before < MAX_DOUBLED_PER_WORD) weigh(word === next, again, WRITTEN_TWICE)
  }
  const needed = rulesBroken >= MIN_RULES ? DECIDED.rules : DECIDED.doubled
  if (broken.size < MIN_KINDS || evidence < needed) return null
  const examples = [...broken].slice(0, 3).join(', ')
  return `words in random order: ${breaks} of ${opened} phrases break off, as in ${examples}`
}

function isNumber(word: string): boolean {
  return /^\p{N}/u.test(word)
}
