import { z } from 'zod'
import { done } from './common.ts'
import type { Route } from './route.ts'

const labRun = z.object({
  id: z.string(),
  startedAt: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  strategies: z.array(z.string()),
  pages: z.number().int(),
  webPages: z.number().int(),
  randomSeeds: z.number().int(),
  /** Finished crawls of all. */
  finished: z.number().int(),
  all: z.number().int(),
  /** 0..1, by pages: moves between two finished crawls, too. */
  progress: z.number(),
  problem: z.string().nullable(),
  /** True when a report can be looked at, also of a run that was stopped. */
  report: z.boolean(),
})

const inRun = z.strictObject({ run: z.string().regex(/^[a-z0-9-]{1,64}$/) })

export const labRoutes = {
  'GET /api/lab': {
    summary: 'comparisons, newest first',
    access: 'read',
    reply: z.object({ runs: z.array(labRun) }),
  },
  'POST /api/lab': {
    summary: 'compare strategies on the example web',
    access: 'write',
    body: z.strictObject({
      strategies: z.array(z.string().max(100)).min(1).max(100),
      pages: z.number().int().min(10).max(1_000_000),
      webPages: z.number().int().min(1_000).max(10_000_000),
      randomSeeds: z.number().int().min(1).max(50),
    }),
    reply: labRun,
  },
  'POST /api/lab/:run/stop': {
    summary: 'stop; what is finished is reported',
    access: 'write',
    params: inRun,
    reply: done,
  },
  'POST /api/lab/:run/resume': {
    summary: 'go on with a comparison that was stopped or broke off; what is finished is not done again',
    access: 'write',
    params: inRun,
    reply: labRun,
  },
  'GET /api/lab/:run/report.html': {
    summary: 'the report: one self-contained page',
    access: 'read',
    params: inRun,
    stream: 'file',
  },
  'GET /api/lab/:run/report.json': {
    summary: 'the report as JSON',
    access: 'read',
    params: inRun,
    stream: 'file',
  },
} satisfies Record<string, Route>
