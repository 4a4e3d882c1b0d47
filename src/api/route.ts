import type { ZodType, z } from 'zod'

/** Who may call a route: anyone who may look at the library, or only those who may change it. */
export type Access = 'read' | 'write'

/** One route of the HTTP API. Everything is described here once: validation, types of both ends and OpenAPI follow from it. */
export interface Route {
  /** One line for the OpenAPI page. */
  readonly summary: string
  readonly access: Access
  /** Values of the `:names` in the path. */
  readonly params?: ZodType
  readonly query?: ZodType
  readonly body?: ZodType
  /** Bytes of a body that is larger than most: a file dropped on a form. */
  readonly bodyLimit?: number
  /** What is answered with 200; `stream` routes answer with something that is not JSON. */
  readonly reply?: ZodType
  readonly stream?: 'events' | 'file'
  /** A reply of tens of thousands of values: its type is checked when the program is built, not each value when it is sent. */
  readonly large?: boolean
}

type In<T> = T extends ZodType ? z.input<T> : undefined
type Out<T> = T extends ZodType ? z.output<T> : undefined

/** What a caller of a route gives, and gets. */
export interface Call<R extends Route> {
  readonly params: In<R['params']>
  readonly query: In<R['query']>
  readonly body: In<R['body']>
  readonly reply: Out<R['reply']>
}
