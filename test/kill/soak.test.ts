import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/run-cli.ts'

const SOAK = join(import.meta.dirname, '../../bench/soak.ts')

describe('4.25 a long run, scaled down', () => {
  it('loses no page, leaves no unhandled rejection and no open handle with one faulty page in five', async () => {
    const options = ['--pages', '120', '--network', '40', '--faults', '0.2']
    const soak = spawn(process.execPath, ['--import', 'tsx', SOAK, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { code, out, err } = await resultOf(soak)
    expect(code, out + err).toBe(0)
    expect(out).toContain('unhandled rejections 0; open handles at the end: none')
    expect(out.match(/problems: 0/g)).toHaveLength(2)
  }, 300_000)
})
