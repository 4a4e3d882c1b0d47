import type { ZodType, z } from 'zod'

/** The permission a route requires: to read the library, or to change it. */
export type Access = 'read' | 'write'

/** One route of the HTTP API. Validation, types of server and client, and OpenAPI are derived from it. */
export interface Route {
  /** One line for OpenAPI, in the imperative. */
  readonly summary: string
  readonly access: Access
  /** Values of the `:names` in the path. */
  readonly params?: ZodType
  readonly query?: ZodType
  readonly body?: ZodType
  /** Maximum size of the body in bytes, for routes that accept files. */
  readonly bodyLimit?: number
  /** Body of a response with status 200; `stream` routes do not respond with JSON. */
  readonly reply?: ZodType
  readonly stream?: 'events' | 'file'
  /** For replies with tens of thousands of values: not validated at run time, only by the compiler. */
  readonly large?: boolean
}

type In<T> = T extends ZodType ? z.input<T> : undefined
type Out<T> = T extends ZodType ? z.output<T> : undefined

/** Request and reply of a route. */
export interface Call<R extends Route> {
  readonly params: In<R['params']>
  readonly query: In<R['query']>
  readonly body: In<R['body']>
  readonly reply: Out<R['reply']>
}
