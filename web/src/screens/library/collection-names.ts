/** Display names of collections: the event's name, with the id where two events have the same name. */
export function collectionNames(
  collections: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const times = new Map<string, number>()
  for (const { name } of collections) times.set(name, (times.get(name) ?? 0) + 1)
  return new Map(
    collections.map(({ id, name }) => {
      if (!name) return [id, id]
      return [id, (times.get(name) ?? 0) > 1 ? `${name} (${id})` : name]
    }),
  )
}
