import { z } from 'zod'

export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a day is written as 2013-11-08')

/** The folder name of a collection: one safe path segment, chosen by us or checked by us. */
export const collectionId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, 'a collection is named with a-z, 0-9, dot, dash and underscore')

export const inCollection = z.strictObject({ id: collectionId })
export const inPage = z.strictObject({ id: collectionId, page: z.coerce.number().int().positive() })

/** Several names in one query parameter, separated by commas. */
export const commaList = z
  .string()
  .max(2_000)
  .transform((text) => text.split(',').filter(Boolean))

export const evidence = z.record(
  z.string(),
  z.object({ value: z.number().nullable(), weight: z.number(), because: z.array(z.string()) }),
)

export const placeCount = z.object({
  id: z.string(),
  name: z.string(),
  lat: z.number(),
  lon: z.number(),
  count: z.number().int(),
})

export const nameCount = z.object({
  name: z.string(),
  kind: z.enum(['person', 'organisation', 'other']),
  count: z.number().int(),
})

/** What every refused request answers with. */
export const problem = z.object({
  /** Stable, for programs. */
  code: z.string(),
  /** What happened, to what, and what to do. */
  message: z.string(),
  /** Of a refused body or query: where, and why. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

/** Something was done and there is nothing to say about it. */
export const done = z.object({ ok: z.literal(true) })
