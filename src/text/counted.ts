const RULES = new Intl.PluralRules('en')

/** `1 page`, `2 pages`; where the plural is not the singular and an s, it is given. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${RULES.select(count) === 'one' ? singular : plural}`
}
