import type { Overview } from '../records.ts'
import type { Connection } from './connection.ts'

/** Reads only indexes and small tables, so the cost does not depend on the size of the collection. */
export function overviewOf(connection: Connection): Overview {
  const of = <T>(sql: string) => connection.get<{ value: T }>(`${sql} LIMIT 1`)?.value ?? null
  return {
    sources: of<number>('SELECT count(DISTINCT source) AS value FROM hosts WHERE pages > 0') ?? 0,
    firstPublished: of<string>(
      'SELECT published AS value FROM pages WHERE kept = 1 AND published IS NOT NULL ORDER BY published',
    ),
    lastPublished: of<string>(
      'SELECT published AS value FROM pages WHERE kept = 1 AND published IS NOT NULL ORDER BY published DESC',
    ),
    lastFetchedAt: of<string>('SELECT fetched_at AS value FROM pages ORDER BY ord DESC'),
  }
}
