import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { codeOf } from '../fetch/error-code.ts'
import type { RenderLimits } from './limits.ts'

export interface Launch {
  readonly executable: string
  readonly limits: RenderLimits
  /** Also isolate it in a network namespace, if the kernel permits. */
  readonly ownNetwork: boolean
}

export interface Launched {
  readonly browser: Browser
  /** Removes the profile of the browser. */
  readonly tidy: () => Promise<void>
}

/** Timeout of starting a browser. */
const LAUNCH_MS = 30_000

/**
 * The browser has no network access. Requests that are not intercepted go to a proxy whose name does not resolve, for every host,
 * loopback included, and every protocol; WebRTC, which could bypass a proxy, is restricted to it.
 */
const WALL = [
  '--proxy-server=http://no-way-out.invalid:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
]

const QUIET = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-component-extensions-with-background-pages',
  '--disable-client-side-phishing-detection',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-gpu',
  // The shared memory of containers is often limited to 64 MB.
  '--disable-dev-shm-usage',
  '--disable-hang-monitor',
  '--disable-print-preview',
  '--disable-prompt-on-repost',
  '--disable-notifications',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,PaintHolding,HttpsUpgrades',
  '--metrics-recording-only',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** Starts a Chromium without network access and with a temporary profile. */
export async function launchChromium({ executable, limits, ownNetwork }: Launch): Promise<Launched> {
  const prefix = ownNetwork ? networkNamespace() : []
  if (prefix.length === 0) return launch(executable, limits, [])
  // A packaged Chromium may need its own namespaces; the restrictions in the browser still apply.
  return launch(executable, limits, prefix).catch(() => launch(executable, limits, []))
}

async function launch(
  executable: string,
  limits: RenderLimits,
  prefix: readonly string[],
): Promise<Launched> {
  const { chromium } = await import('playwright-core')
  await removeOldProfiles()
  const profile = await mkdtemp(join(tmpdir(), `${PROFILE}${process.pid}-`))
  const tidy = () => removeFolder(profile)
  const heap = Math.max(1, Math.floor(limits.heapBytes / (1024 * 1024)))
  const flags = [
    ...QUIET,
    ...WALL,
    `--user-data-dir=${profile}`,
    `--js-flags=--max-old-space-size=${heap}`,
    // Chromium's own sandbox cannot be set up by root.
    ...(isRoot() ? ['--no-sandbox'] : []),
  ]
  try {
    const browser = await chromium.launch({
      executablePath: prefix[0] ?? executable,
      ignoreDefaultArgs: true,
      args: prefix.length > 0 ? [...prefix.slice(1), executable, ...flags] : flags,
      timeout: LAUNCH_MS,
      // On Ctrl-C the crawl closes the browser itself.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    return { browser, tidy }
  } catch (error) {
    await tidy()
    throw error
  }
}

const PROFILE = 'eventide-chromium-'

const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })

/** Removes profiles of killed processes; each is named after its process. */
async function removeOldProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = name.startsWith(PROFILE) ? Number.parseInt(name.slice(PROFILE.length), 10) : Number.NaN
    if (pid > 0 && !isRunning(pid)) await removeFolder(join(tmpdir(), name)).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is running too.
    return codeOf(error) === 'EPERM'
  }
}

const isRoot = () => process.getuid?.() === 0

const UNSHARE = '/usr/bin/unshare'
let namespace: readonly string[] | undefined

/**
 * The command that starts the browser in a network namespace without any interface, as a second barrier; empty if the kernel does not
 * permit it.
 */
function networkNamespace(): readonly string[] {
  const options = isRoot() ? ['--net'] : ['--user', '--map-current-user', '--net']
  const works = () => spawnSync(UNSHARE, [...options, '--', '/bin/true'], { stdio: 'ignore' }).status === 0
  namespace ??= process.platform === 'linux' && works() ? [UNSHARE, ...options, '--'] : []
  return namespace
}
