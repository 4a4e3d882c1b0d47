import type { Expression } from './find.ts'

/** The expressions that code below `src/` puts together while `work` runs, each with the file that did. */
export async function expressionsBuiltBy(work: () => Promise<void>): Promise<Expression[]> {
  const built: Expression[] = []
  const Original = globalThis.RegExp
  const record = (expression: RegExp): RegExp => {
    const file = /[\\/]src[\\/]([\w\\/.-]+\.ts)/.exec(
      new Error().stack?.split('\n').slice(3, 5).join('\n') ?? '',
    )?.[1]
    if (file) built.push({ file, source: expression.source, flags: expression.flags })
    return expression
  }
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, args) => record(Reflect.construct(target, args)),
    apply: (target, self, args) => record(Reflect.apply(target, self, args)),
  })
  try {
    await work()
  } finally {
    globalThis.RegExp = Original
  }
  return built
}
