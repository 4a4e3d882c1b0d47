import type { LanguageRules } from './languages.ts'
import { snowballStemmer } from './snowball.ts'

/** Short remainders say little: `fires` may lose its ending, `ice` may not. Scripts with denser words set their own. */
const LEAVE = 3

/** No word carries more layers of endings than this. */
const LAYERS = 4

/** Builds the language's stemmer: Snowball's where there is one, else the longest known ending is taken off. */
export function stemmerOf(rules: LanguageRules): (word: string) => string {
  const leave = rules.leave ?? LEAVE
  const prefixes = longestFirst(rules.prefixes)
  const suffixes = longestFirst(rules.suffixes)
  const snowball = rules.stemmer ? snowballStemmer(rules.stemmer) : undefined
  return (word) => {
    const prefix = prefixes.find((start) => word.startsWith(start) && word.length - start.length >= leave)
    const bare = prefix ? word.slice(prefix.length) : word
    if (snowball) return peel(bare, snowball, rules.layered ? LAYERS : 1)
    const suffix = suffixes.find((end) => bare.endsWith(end) && bare.length - end.length >= leave)
    return suffix ? bare.slice(0, -suffix.length) : bare
  }
}

function peel(word: string, stem: (word: string) => string, layers: number): string {
  let core = word
  for (let layer = 0; layer < layers; layer++) {
    const inner = stem(core)
    if (!inner || inner === core) break
    core = inner
  }
  return core
}

function longestFirst(affixes: string | undefined): string[] {
  return affixes ? affixes.split(' ').sort((a, b) => b.length - a.length) : []
}
