import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** npm is started several times, possibly on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const manifest = json(join(ROOT, 'package.json'))
const { packages } = json(join(ROOT, 'package-lock.json')) as { packages: Readonly<Record<string, Locked>> }
const others = Object.entries(packages).filter(([path]) => path !== '')

describe('4.28 supply chain: dependencies are pinned', () => {
  it('pins every package to one version, the same in package.json and the lock file', () => {
    const { dependencies, devDependencies, overrides } = manifest
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...overrides }))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    expect(packages['']?.dependencies).toEqual(dependencies)
    expect(packages['']?.devDependencies).toEqual(devDependencies)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...overrides }))
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
  })

  it('locks every package of every platform to the digest of its content, without a registry URL', () => {
    expect(others.length).toBeGreaterThan(300)
    for (const [path, { integrity, resolved, link }] of others) {
      expect(integrity, path).toMatch(/^sha512-[A-Za-z\d+/]{86}==$/)
      expect({ resolved, link }, path).toEqual({ resolved: undefined, link: undefined })
    }
  })

  it('installs exactly the locked versions', () => {
    const installed = json(join(ROOT, 'node_modules/.package-lock.json')).packages as Record<string, Locked>
    for (const [path, { version, integrity }] of Object.entries(installed))
      expect({ version, integrity }, path).toEqual({
        version: packages[path]?.version,
        integrity: packages[path]?.integrity,
      })
  })

  it('knows of two packages with install scripts, and runs neither', () => {
    const wanting = others.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
    expect(wanting).toEqual(['node_modules/@photostructure/sqlite', 'node_modules/esbuild'])
  })

  it('lists every package with its digest in the SBOM', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'sbom'], {
      cwd: ROOT,
      // npm would omit development dependencies by default.
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
    })
    const { components } = JSON.parse(stdout) as {
      components: { name: string; version: string; hashes?: { content: string }[] }[]
    }
    const listed = new Map(components.map(({ name, version, hashes }) => [`${name}@${version}`, hashes]))
    for (const [path, { version, integrity }] of others) {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const digest = Buffer.from(integrity?.slice('sha512-'.length) ?? '', 'base64').toString('hex')
      expect(
        listed.get(`${name}@${version}`)?.map(({ content }) => content),
        name,
      ).toEqual([digest])
    }
  })
})

/** A local registry with one package, whose content can be replaced. */
describe('4.28 supply chain: a tampered registry and a package with an install script', () => {
  let folder: string
  let registry: Server
  let served: Buffer
  let honest: Buffer
  let forged: Buffer

  const npm = (args: readonly string[], cwd: string) =>
    run('npm', args, { cwd, env: { ...process.env, npm_config_cache: join(folder, 'cache') } })

  const pack = async (content: string): Promise<Buffer> => {
    const dir = await mkdtemp(join(folder, 'package-'))
    const canary = join(folder, 'canary')
    const touch = `node -e "require('fs').writeFileSync(${JSON.stringify(canary).replaceAll('"', "'")}, '')"`
    const scripts = { preinstall: touch, install: touch, postinstall: touch }
    await writeFile(join(dir, 'package.json'), JSON.stringify({ name: 'tide', version: '1.0.0', scripts }))
    await writeFile(join(dir, 'index.js'), content)
    await npm(['pack', '--ignore-scripts'], dir)
    return readFile(join(dir, 'tide-1.0.0.tgz'))
  }

  /** A project with the real installer and a lock file for the original package. */
  const project = async (): Promise<string> => {
    const dir = await mkdtemp(join(folder, 'project-'))
    const wants = { name: 'shore', version: '1.0.0', dependencies: { tide: '1.0.0' } }
    const locked = { version: '1.0.0', integrity: integrityOf(honest), hasInstallScript: true }
    const lock = { name: 'shore', version: '1.0.0', lockfileVersion: 3, requires: true }
    await mkdir(join(dir, 'scripts'))
    await copyFile(join(ROOT, 'scripts/install.mjs'), join(dir, 'scripts/install.mjs'))
    await writeFile(join(dir, 'package.json'), JSON.stringify(wants))
    await writeFile(
      join(dir, 'package-lock.json'),
      JSON.stringify({ ...lock, packages: { '': wants, 'node_modules/tide': locked } }),
    )
    return dir
  }

  const install = async (cwd: string) => {
    const { port } = registry.address() as AddressInfo
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: await mkdtemp(join(folder, 'cache-')),
      npm_config_proxy: undefined,
      npm_config_noproxy: '127.0.0.1',
    }
    const code = "import('./scripts/install.mjs').then(({ installMissing }) => installMissing())"
    return run(process.execPath, ['-e', code], { cwd, env })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-supply-'))
    honest = await pack('exports.tide = "high"\n')
    forged = await pack('exports.tide = "stolen"\n')
    registry = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) return response.end(served)
      const tarball = `http://${request.headers.host}/tide/-/tide-1.0.0.tgz`
      const version = { name: 'tide', version: '1.0.0', dist: { tarball, integrity: integrityOf(served) } }
      response.setHeader('content-type', 'application/json')
      return response.end(
        JSON.stringify({ name: 'tide', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
      )
    })
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await new Promise((resolve) => registry.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })

  it('installs the locked package without running its scripts', async () => {
    served = honest
    const dir = await project()
    await install(dir)
    expect(await readFile(join(dir, 'node_modules/tide/index.js'), 'utf8')).toContain('high')
    expect(existsSync(join(folder, 'canary'))).toBe(false)
  })

  it('runs no scripts of packages in a plain npm install or npm pack either', async () => {
    served = honest
    const dir = await project()
    await copyFile(join(ROOT, '.npmrc'), join(dir, '.npmrc'))
    const { port } = registry.address() as AddressInfo
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: await mkdtemp(join(folder, 'cache-')),
      npm_config_noproxy: '127.0.0.1',
    }
    for (const name of Object.keys(env))
      if (/^npm_config_(?:ignore_scripts|proxy)$/i.test(name)) delete env[name]
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: dir, env })
    expect(existsSync(join(dir, 'node_modules/tide/index.js'))).toBe(true)
    expect(existsSync(join(folder, 'canary'))).toBe(false)
    const prepare = { name: 'shore', version: '1.0.0', scripts: { prepare: 'exit 1', start: 'echo started' } }
    await writeFile(join(dir, 'package.json'), JSON.stringify(prepare))
    await run('npm', ['pack'], { cwd: dir, env })
    expect((await run('npm', ['start'], { cwd: dir, env })).stdout).toContain('started')
  })

  it('refuses different content under the same name and version, and leaves none of it', async () => {
    served = forged
    const dir = await project()
    const error = await install(dir).then(
      () => null,
      (failure: { code: number; stderr: string }) => failure,
    )
    expect(error?.code).toBeGreaterThan(0)
    expect(error?.stderr).toContain('EINTEGRITY')
    expect(existsSync(join(dir, 'node_modules/tide/index.js'))).toBe(false)
    expect(existsSync(join(folder, 'canary'))).toBe(false)
  })
})

function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}
