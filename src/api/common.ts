import { z } from 'zod'

export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2013-11-08')

/** The id of a collection, which is its folder name: one safe path segment. */
export const collectionId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, 'may contain a-z, 0-9, dot, dash and underscore')

export const inCollection = z.strictObject({ id: collectionId })
export const inPage = z.strictObject({ id: collectionId, page: z.coerce.number().int().positive() })

/** Identifies a frame that shows an archived page: random, chosen by the client, known to nobody else. */
export const visitId = z.string().regex(/^[\w-]{22,64}$/, 'must have 22 to 64 letters and digits')

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

/** The response to every failed request. */
export const problem = z.object({
  /** A stable error code. */
  code: z.string(),
  /** What happened, to what, and what to do. */
  message: z.string(),
  /** The invalid parts of a body or query. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

/** Success without further data. */
export const done = z.object({ ok: z.literal(true) })
