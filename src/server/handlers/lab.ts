import { createReadStream } from 'node:fs'
import type { labRoutes } from '../../api/lab.ts'
import { formatStrategySpec, type StrategySpec } from '../../model/strategy-spec.ts'
import { parseStrategySpec } from '../../score/strategy-spec.ts'
import type { FileAnswer, Handlers } from '../handler.ts'
import type { Comparison } from '../lab/comparisons.ts'

/** The report is one page with inline script and style. It runs in an opaque origin, loads nothing, and only the application may frame it. */
const REPORT_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

const specOf = (given: string | StrategySpec): StrategySpec =>
  typeof given === 'string' ? parseStrategySpec(given) : given

export const labHandlers: Handlers<keyof typeof labRoutes> = {
  'GET /api/lab': async (_, { comparisons }) => ({ runs: (await comparisons.list()).map(replyOf) }),
  'POST /api/lab': async ({ body }, { comparisons }) =>
    replyOf(await comparisons.start({ ...body, strategies: body.strategies.map(specOf) })),
  'POST /api/lab/:run/stop': async ({ params }, { comparisons }) => {
    await comparisons.stop(params.run)
    return { ok: true }
  },
  'POST /api/lab/:run/resume': async ({ params }, { comparisons }) =>
    replyOf(await comparisons.resume(params.run)),
  'GET /api/lab/:run/report.html': async ({ params }, { comparisons }) => ({
    type: 'text/html; charset=utf-8',
    body: createReadStream(await comparisons.report(params.run, 'report.html')),
    policy: REPORT_POLICY,
  }),
  'GET /api/lab/:run/report.json': async ({ params }, { comparisons }): Promise<FileAnswer> => ({
    type: 'application/json; charset=utf-8',
    name: `lab-${params.run}.json`,
    body: createReadStream(await comparisons.report(params.run, 'report.json')),
  }),
}

function replyOf({ settings, ...comparison }: Comparison) {
  return { ...comparison, ...settings, strategies: settings.strategies.map(formatStrategySpec) }
}
