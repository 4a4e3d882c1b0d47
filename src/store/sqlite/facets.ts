import { BoundedMap } from '../../cache/bounded-map.ts'
import type { NameCount } from '../../model/page.ts'
import type { PlaceCount } from '../../model/place.ts'
import type { Connection } from './connection.ts'
import { finite, plain } from './values.ts'

/** Maximum number of cached names: those of an event recur on its pages. */
const REMEMBERED = 50_000

/** The facets of a page as numbers: its host, and the places and people it names. Works inside the caller's transaction. */
export class Facets {
  readonly #connection: Connection
  readonly #places = new BoundedMap<string, number>(REMEMBERED)
  readonly #who = new BoundedMap<string, number>(REMEMBERED)

  constructor(connection: Connection) {
    this.#connection = connection
    connection.onRollback(() => {
      this.#places.clear()
      this.#who.clear()
    })
  }

  write(order: number, hostId: number, places: readonly PlaceCount[], who: readonly NameCount[]): void {
    this.#connection.run(
      'INSERT INTO page_facets (ord, host_id, places, who) VALUES (?, ?, ?, ?)',
      order,
      hostId,
      numbered(places, (place) => this.#placeNumber(place)),
      numbered(who, (name) => this.#whoNumber(name)),
    )
  }

  #placeNumber({ id, name, lat, lon }: PlaceCount): number {
    return this.#remember(
      this.#places,
      plain(id),
      () =>
        this.#connection.get<{ n: number }>('SELECT n FROM place_names WHERE id = ?', plain(id))?.n ??
        this.#connection.run(
          'INSERT INTO place_names (id, name, lat, lon) VALUES (?, ?, ?, ?)',
          plain(id),
          plain(name),
          finite(lat),
          finite(lon),
        ).id,
    )
  }

  #whoNumber({ name, kind = 'other' }: NameCount): number {
    return this.#remember(
      this.#who,
      plain(name),
      () =>
        this.#connection.get<{ n: number }>('SELECT n FROM who_names WHERE name = ?', plain(name))?.n ??
        this.#connection.run('INSERT INTO who_names (name, kind) VALUES (?, ?)', plain(name), kind).id,
    )
  }

  #remember(known: BoundedMap<string, number>, name: string, find: () => number): number {
    const cached = known.get(name)
    if (cached !== undefined) return cached
    const number = find()
    known.set(name, number)
    return number
  }
}

function numbered<Named>(names: readonly Named[], numberOf: (name: Named) => number): string {
  return [...new Set(names.map(numberOf))].join(',')
}
