declare module 'stopwords-iso' {
  /** Word lists by ISO 639-1 code. */
  const lists: Readonly<Record<string, readonly string[]>>
  export = lists
}
