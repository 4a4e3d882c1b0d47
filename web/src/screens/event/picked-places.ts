import type { Weighted } from './draft.ts'

/**
 * Places picked from the gazetteer stand in the event by their names, which people can read. Where the name is understood
 * as another place, or not at all, the id takes over. Gives back the same list when nothing has to change.
 */
export function renamePicked(
  where: readonly Weighted[],
  picked: Map<string, string>,
  isWrong: (as: string, id: string) => boolean,
): readonly Weighted[] {
  let changed = false
  const renamed = where.map((place) => {
    const id = picked.get(place.name)
    if (id === undefined || !isWrong(place.name, id)) return place
    picked.delete(place.name)
    changed = true
    return { ...place, name: id }
  })
  return changed ? renamed : where
}
