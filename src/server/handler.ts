import type { z } from 'zod'
import type { Name, Routes } from '../api/routes.ts'
import type { Context } from './context.ts'

type Checked<T> = T extends z.ZodType ? z.output<T> : undefined
type Field<R, K extends string> = R extends { readonly [P in K]: infer S } ? Checked<S> : undefined
/** Replies are only serialized, so read-only data is accepted. */
type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T
type ReplyBody<R> = R extends { readonly reply: infer S extends z.ZodType } ? Immutable<z.input<S>> : never

/** A validated request, in the types of its route. */
interface ValidRequest<N extends Name> {
  readonly params: Field<Routes[N], 'params'>
  readonly query: Field<Routes[N], 'query'>
  readonly body: Field<Routes[N], 'body'>
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** A file to send; streamed, never in memory as a whole. */
export interface FileAnswer {
  readonly type: string
  /** File name for downloads. If omitted, browsers display the file. */
  readonly name?: string
  readonly body: AsyncIterable<Uint8Array | string>
  /** Content-Security-Policy of a displayed document, such as a lab report. */
  readonly policy?: string
}

/** One event of a live stream. The stream ends with the iterable, which is closed when the client disconnects. */
export interface LiveEvent {
  readonly event: string
  readonly data: unknown
}

/** A reply that was serialized elsewhere, as JSON. */
export class SerializedReply {
  readonly json: Uint8Array

  constructor(json: Uint8Array) {
    this.json = json
  }
}

type Reply<R> = R extends { readonly stream: 'file' }
  ? FileAnswer
  : R extends { readonly stream: 'events' }
    ? AsyncIterable<LiveEvent>
    : ReplyBody<R> | SerializedReply

type Handler<N extends Name> = (
  request: ValidRequest<N>,
  context: Context,
) => Reply<Routes[N]> | Promise<Reply<Routes[N]>>

/** Handlers of some routes. They refuse requests by throwing an `EventideError`, whose code and message are sent to the client. */
export type Handlers<N extends Name> = { readonly [K in N]: Handler<K> }

/** What is replied to the queries of some routes. */
export type Replies<N extends Name, Setting> = {
  readonly [K in N]: (query: Field<Routes[K], 'query'>, setting: Setting) => Promise<ReplyBody<Routes[K]>>
}
