import type { z } from 'zod'
import type { Name, Routes } from '../api/routes.ts'
import type { Context } from './context.ts'

type Checked<T> = T extends z.ZodType ? z.output<T> : undefined
type Field<R, K extends string> = R extends { readonly [P in K]: infer S } ? Checked<S> : undefined
/** Answers are only read: whatever a room hands over as read-only may be one. */
type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T
type Answer<R> = R extends { readonly reply: infer S extends z.ZodType } ? Immutable<z.input<S>> : never

/** A request that has passed every check: what it says, in the types of its route. */
interface Asked<N extends Name> {
  readonly params: Field<Routes[N], 'params'>
  readonly query: Field<Routes[N], 'query'>
  readonly body: Field<Routes[N], 'body'>
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal
}

/** A file to be sent: never read into memory as a whole. */
export interface FileAnswer {
  readonly type: string
  /** What a browser calls it when saving; absent: it is shown. */
  readonly name?: string
  readonly body: AsyncIterable<Uint8Array | string>
  /** For a document that is shown, such as a lab report: its own Content-Security-Policy. */
  readonly policy?: string
}

/** One event of a live stream; the server ends the stream when the iterable does, and returns it when the caller has gone. */
export interface LiveEvent {
  readonly event: string
  readonly data: unknown
}

type Reply<R> = R extends { readonly stream: 'file' }
  ? FileAnswer
  : R extends { readonly stream: 'events' }
    ? AsyncIterable<LiveEvent>
    : Answer<R>

type Handler<N extends Name> = (
  asked: Asked<N>,
  context: Context,
) => Reply<Routes[N]> | Promise<Reply<Routes[N]>>

/** Handlers of some routes; refusals are `EventideError`s, whose code and message reach the caller. */
export type Handlers<N extends Name> = { readonly [K in N]: Handler<K> }
