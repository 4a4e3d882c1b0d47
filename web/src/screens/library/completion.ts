/** The operators of the search box. */
export const OPERATORS = [
  { name: 'title:', hint: 'pages with a word or phrase in the title', example: 'title:"storm surge"' },
  { name: 'site:', hint: 'pages of a source', example: 'site:example.org' },
  { name: 'lang:', hint: 'pages in a language', example: 'lang:zh' },
  { name: 'place:', hint: 'pages that name a place, or one within it', example: 'place:Tacloban' },
  { name: 'near:', hint: 'pages that name a place near this one', example: 'near:Tacloban within:50km' },
  { name: 'within:', hint: 'the radius of near:', example: 'near:Tacloban within:50km' },
  { name: 'from:', hint: 'published on or after this day', example: 'from:2013-11-08' },
  { name: 'to:', hint: 'published on or before this day', example: 'to:2013-11-30' },
  { name: 'inclass:', hint: 'pages of one event', example: 'inclass:"Typhoon Haiyan"' },
  { name: 'who:', hint: 'pages that name a person or an organisation', example: 'who:"Red Cross"' },
  { name: 'kind:', hint: 'pages of a kind', example: 'kind:article' },
  { name: 'verdict:', hint: 'kept, rejected or all', example: 'verdict:all' },
] as const

export type Operator = (typeof OPERATORS)[number]['name']

/** What the word at the caret could become. */
export interface Completion {
  /** Null: the word may become an operator. */
  readonly operator: Operator | null
  /** What of it is typed. */
  readonly typed: string
  /** Where in the text the finished word goes. */
  readonly start: number
  readonly end: number
}

/** The word at the caret; null where there is nothing to complete. */
export function completionAt(text: string, caret: number): Completion | null {
  let start = 0
  let quoted = false
  for (let at = 0; at < caret; at += 1) {
    const sign = text[at]
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === ' ' || sign === '\t')) start = at + 1
  }
  if (text[start] === '-') start += 1
  const word = text.slice(start, caret)
  if (word === '') return null
  const operator = OPERATORS.find(({ name }) => word.toLowerCase().startsWith(name))?.name ?? null
  if (operator === null) return word.includes('"') ? null : { operator, typed: word, start, end: caret }
  const typed = word.slice(operator.length).replaceAll('"', '')
  return { operator, typed, start, end: caret }
}

/** A value as the box takes it: in quotes where it has a space. */
export const quoted = (value: string): string => {
  const plain = value.replaceAll('"', '')
  return /[\s,]/u.test(plain) ? `"${plain}"` : plain
}

/** The text with the word at the caret finished, and where the caret goes. */
export function completed(
  text: string,
  completion: Completion,
  word: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(completion.end).replace(/^"/, '')
  // After an operator its value is typed, after a value the next word.
  const space = word.endsWith(':') || rest.startsWith(' ') ? '' : ' '
  const before = text.slice(0, completion.start) + word + space
  return { text: before + rest, caret: before.length }
}
