import { forceLayout } from './force-layout.ts'
import { layeredLayout } from './layered-layout.ts'
import type { LayoutAnswer, LayoutAsk } from './layout-messages.ts'

function send(answer: LayoutAnswer): void {
  self.postMessage(answer, { transfer: [answer.positions.buffer] })
}

/** One layout per worker: another graph gets another worker, and a layout that is not needed is terminated. */
self.onmessage = ({ data: { layout, wires, every } }: MessageEvent<LayoutAsk>) => {
  if (layout === 'layers') return send({ positions: layeredLayout(wires), done: true })
  const steps = forceLayout(wires)
  for (let step = 1; ; step++) {
    const { value, done } = steps.next()
    if (done) return send({ positions: value, done })
    if (every > 0 && step % every === 0) send({ positions: value, done: false })
  }
}
