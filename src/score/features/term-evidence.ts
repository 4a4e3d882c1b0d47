/** `typhoon ×12`, largest weight first. */
export function termEvidence(
  terms: readonly string[],
  found: readonly number[],
  weights: readonly number[],
): string[] {
  return terms
    .map((term, i) => ({ term, n: found[i] ?? 0, worth: (found[i] ?? 0) * (weights[i] ?? 0) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ term, n }) => (n === 1 ? term : `${term} ×${n}`))
}
