const RULES = new Intl.PluralRules('en')

/** `1 page`, `2 pages`. Pass `plural` for irregular plurals. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${RULES.select(count) === 'one' ? singular : plural}`
}
