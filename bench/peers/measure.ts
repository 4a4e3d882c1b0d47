import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Run {
  readonly pages: number
  /** Of the whole process, from its start to its end. */
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

/** Sampling interval; usage after the last sample is not counted. */
const LOOK_MS = 50
/** The kernel counts processor time in hundredths of a second, everywhere. */
const TICKS_PER_SECOND = 100

/** Runs a command to its end; its last line must be JSON with the pages it fetched. */
export async function measure(command: readonly string[], cwd: string): Promise<Run> {
  const [program = '', ...args] = command
  const begun = performance.now()
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let cpuSeconds = 0
  let peakMegabytes = 0
  const look = setInterval(() => {
    const seen = usage(child.pid)
    if (!seen) return
    cpuSeconds = seen.cpuSeconds
    peakMegabytes = seen.peakMegabytes
  }, LOOK_MS)
  const out: string[] = []
  const complaints: string[] = []
  child.stdout.on('data', (data: Buffer) => out.push(data.toString()))
  child.stderr.on('data', (data: Buffer) => complaints.push(data.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearInterval(look)
  const seconds = (performance.now() - begun) / 1000
  const last = out.join('').trim().split('\n').at(-1) ?? ''
  if (code !== 0) throw new Error(`${command.join(' ')}\n${complaints.join('').slice(-2000)}`)
  const { pages, fetched } = JSON.parse(last) as { pages?: number; fetched?: number }
  return { pages: pages ?? fetched ?? 0, seconds, cpuSeconds, peakMegabytes }
}

/** Processor time and highest memory of a running process, as Linux tells it. */
function usage(pid: number | undefined): { cpuSeconds: number; peakMegabytes: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (peak === undefined) return undefined
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
      peakMegabytes: Number(peak) / 1024,
    }
  } catch {
    return undefined
  }
}
