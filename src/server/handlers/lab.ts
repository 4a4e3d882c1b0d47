import { createReadStream } from 'node:fs'
import type { labRoutes } from '../../api/lab.ts'
import type { FileAnswer, Handlers } from '../handler.ts'
import type { LabRun } from '../lab/lab-desk.ts'

/**
 * The report is one page with its own script and style: it may run them and nothing else, in an origin of its own, and only the
 * application may frame it.
 */
const REPORT_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

export const labHandlers: Handlers<keyof typeof labRoutes> = {
  'GET /api/lab': async (_, { lab }) => ({ runs: (await lab.list()).map(shown) }),
  'POST /api/lab': async ({ body }, { lab }) => shown(await lab.start(body)),
  'POST /api/lab/:run/stop': async ({ params }, { lab }) => {
    await lab.stop(params.run)
    return { ok: true }
  },
  'POST /api/lab/:run/resume': async ({ params }, { lab }) => shown(await lab.resume(params.run)),
  'GET /api/lab/:run/report.html': async ({ params }, { lab }) => ({
    type: 'text/html; charset=utf-8',
    body: createReadStream(await lab.report(params.run, 'report.html')),
    policy: REPORT_POLICY,
  }),
  'GET /api/lab/:run/report.json': async ({ params }, { lab }): Promise<FileAnswer> => ({
    type: 'application/json; charset=utf-8',
    name: `lab-${params.run}.json`,
    body: createReadStream(await lab.report(params.run, 'report.json')),
  }),
}

function shown({ settings, ...run }: LabRun) {
  return { ...run, ...settings }
}
