import type { LanguageRules } from './languages.ts'
import { snowballStemmer } from './snowball.ts'

/** Default minimum length of a stem: `fires` may lose its suffix, `ice` may not. Scripts with shorter words override it. */
const LEAVE = 3

/** Maximum number of stacked suffixes. */
const LAYERS = 4

/** Creates the stemmer of a language: Snowball if available, otherwise removal of the longest known suffix. */
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
