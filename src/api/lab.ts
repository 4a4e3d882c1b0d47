import { z } from 'zod'
import { done } from './common.ts'
import type { Route } from './route.ts'

/** A strategy to compare: `name`, `name:key=value;key=value`, or a name with its options. */
const comparedStrategy = z.union([
  z.string().min(1).max(1_000),
  z.strictObject({ name: z.string().min(1).max(100), options: z.record(z.string().max(100), z.json()) }),
])

const labRun = z.object({
  id: z.string(),
  startedAt: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Each as `name` or `name:key=value;key=value`; `report.json` has names and options apart. */
  strategies: z.array(z.string()),
  pages: z.number().int(),
  webPages: z.number().int(),
  randomSeeds: z.number().int(),
  /** Finished crawls. */
  finished: z.number().int(),
  /** All crawls of the comparison. */
  all: z.number().int(),
  /** 0..1, by pages fetched. */
  progress: z.number(),
  problem: z.string().nullable(),
  /** Whether there is a report; a stopped comparison has one too. */
  report: z.boolean(),
})

const inRun = z.strictObject({ run: z.string().regex(/^[a-z0-9-]{1,64}$/) })

export const labRoutes = {
  'GET /api/lab': {
    summary: 'list comparisons, newest first',
    access: 'read',
    reply: z.object({ runs: z.array(labRun) }),
  },
  'POST /api/lab': {
    summary: 'compare strategies on the example web',
    access: 'write',
    body: z.strictObject({
      strategies: z.array(comparedStrategy).min(1).max(100),
      pages: z.number().int().min(10).max(1_000_000),
      webPages: z.number().int().min(1_000).max(10_000_000),
      randomSeeds: z.number().int().min(1).max(50),
    }),
    reply: labRun,
  },
  'POST /api/lab/:run/stop': {
    summary: 'stop a comparison and write a report of its finished crawls',
    access: 'write',
    params: inRun,
    reply: done,
  },
  'POST /api/lab/:run/resume': {
    summary: 'resume a comparison that was stopped or failed; finished crawls are not repeated',
    access: 'write',
    params: inRun,
    reply: labRun,
  },
  'GET /api/lab/:run/report.html': {
    summary: 'report as one self-contained HTML page',
    access: 'read',
    params: inRun,
    stream: 'file',
  },
  'GET /api/lab/:run/report.json': {
    summary: 'report as JSON',
    access: 'read',
    params: inRun,
    stream: 'file',
  },
} satisfies Record<string, Route>
