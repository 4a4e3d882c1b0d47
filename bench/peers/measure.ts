import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Run {
  readonly pages: number
  /** Of the whole process and those it starts, from its start to its end. */
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

/** Sampling interval; usage after the last sample is not counted. */
const LOOK_MS = 50
/** The kernel reports processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** Runs a command to its end; its last line must be JSON with the pages it fetched. */
export async function measure(command: readonly string[], cwd: string): Promise<Run> {
  const [program = '', ...args] = command
  const begun = performance.now()
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  // Also of the processes it starts: some crawlers read pages in them.
  const seen = new Map<number, NonNullable<ReturnType<typeof usage>>>()
  const look = setInterval(() => {
    for (const pid of family(child.pid)) {
      const used = usage(pid)
      if (used) seen.set(pid, used)
    }
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
  const sum = (field: 'cpuSeconds' | 'peakMegabytes') =>
    [...seen.values()].reduce((total, used) => total + used[field], 0)
  return {
    pages: pages ?? fetched ?? 0,
    seconds,
    cpuSeconds: sum('cpuSeconds'),
    peakMegabytes: sum('peakMegabytes'),
  }
}

/** A process and all that it started. */
function family(pid: number | undefined): number[] {
  if (pid === undefined) return []
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(family)]
  } catch {
    return [pid]
  }
}

/** Processor time and peak memory of a running process, from /proc. */
export function usage(pid: number | undefined): { cpuSeconds: number; peakMegabytes: number } | undefined {
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
