/** A resolver that records its queries. */
export interface FakeResolver {
  (host: string): Promise<readonly string[]>
  readonly queries: string[]
}

/** Fixed answers; other names do not resolve. */
export function fixedResolver(table: Readonly<Record<string, readonly string[]>>): FakeResolver {
  const names = new Map(Object.entries(table))
  return fake((host) => names.get(host) ?? [])
}

/** A different answer each time, then always the last: DNS rebinding. */
export function rebindingResolver(...answers: readonly (readonly string[])[]): FakeResolver {
  let turn = 0
  return fake(() => {
    const answer = answers[Math.min(turn, answers.length - 1)] ?? []
    turn += 1
    return answer
  })
}

/** Never answers. */
export function silentResolver(): FakeResolver {
  return Object.assign(() => new Promise<never>(() => {}), { queries: [] })
}

function fake(answer: (host: string) => readonly string[]): FakeResolver {
  const queries: string[] = []
  const resolve = async (host: string) => {
    queries.push(host)
    return answer(host)
  }
  return Object.assign(resolve, { queries })
}
