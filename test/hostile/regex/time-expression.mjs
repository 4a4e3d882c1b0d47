import { parentPort } from 'node:worker_threads'

/** One use of the expression on the whole text: once, over all matches, or at every position. */
function use(expression, text) {
  expression.lastIndex = 0
  if (expression.sticky) {
    for (let at = 0; at < text.length; at += 1) {
      expression.lastIndex = at
      expression.exec(text)
    }
  } else if (expression.global) {
    for (let last = -1; expression.exec(text) !== null; last = expression.lastIndex)
      if (expression.lastIndex === last || expression.lastIndex === 0) expression.lastIndex += 1
  } else expression.exec(text)
}

/** In microseconds: the smaller of wall time and CPU time, because the machine is shared. */
function cost(expression, text) {
  const before = process.cpuUsage()
  const from = performance.now()
  use(expression, text)
  const elapsed = (performance.now() - from) * 1000
  const { user, system } = process.cpuUsage(before)
  return Math.min(elapsed, user + system)
}

/** Replies with the minimum cost of each attack at that size. */
parentPort.on('message', ({ source, flags, attacks, size, repeats }) => {
  const expression = new RegExp(source, flags)
  parentPort.postMessage(
    attacks.map(([prefix, pump, suffix]) => {
      const text = prefix + pump.repeat(Math.ceil(size / pump.length)) + suffix
      return Math.min(...Array.from({ length: repeats }, () => cost(expression, text)))
    }),
  )
})
