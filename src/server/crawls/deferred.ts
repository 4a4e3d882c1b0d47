/** A promise that is settled by its owner. An unhandled rejection is ignored. */
export class Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void

  constructor() {
    let resolve: (value: T) => void = () => {}
    let reject: (error: unknown) => void = () => {}
    this.promise = new Promise<T>((onValue, onError) => {
      resolve = onValue
      reject = onError
    })
    this.promise.catch(() => {})
    this.resolve = resolve
    this.reject = reject
  }
}
