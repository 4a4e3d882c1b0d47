import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepare } from './prepare.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that all black-box files share. */
    bed: string
  }
}

/** Packs and installs in the background: tests of other projects run meanwhile, and a black-box file waits for the step it needs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bed = await mkdtemp(join(tmpdir(), 'eventide-black-box-'))
  project.provide('bed', bed)
  const abort = new AbortController()
  const preparing = prepare(bed, abort.signal)
  return async () => {
    abort.abort()
    await preparing
    await rm(bed, { recursive: true, force: true })
  }
}
