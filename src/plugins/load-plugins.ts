import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EventideError } from '../model/errors.ts'

/** How child processes learn which plugins to import: URLs as a JSON list. */
const INHERITED = 'EVENTIDE_PLUGINS'
/** Stands before the name of a package that is looked up from the folder of the user, not from that of Eventide. */
const SCHEME = 'eventide-plugin:'

/**
 * Imports plugins: modules that register strategies or export formats when they are imported. Each is a path, or a package found from
 * `folder`. In a plugin, `import ... from 'eventide'` gives this copy of Eventide, wherever the plugin is. Processes that this one starts
 * import the same plugins.
 */
export async function loadPlugins(plugins: readonly string[], folder = process.cwd()): Promise<void> {
  if (plugins.length === 0) return
  resolveEventideToThisCopy(folder)
  const urls = plugins.map((plugin) => urlOf(plugin, folder))
  for (const [i, url] of urls.entries()) await load(url, plugins[i] ?? url)
  process.env[INHERITED] = JSON.stringify({ folder, urls: [...inherited().urls, ...urls] })
}

/** Imports the plugins of the process that started this one. */
export async function loadInheritedPlugins(): Promise<void> {
  const { folder, urls } = inherited()
  if (urls.length === 0) return
  resolveEventideToThisCopy(folder)
  for (const url of urls) await load(url, url)
}

interface Inherited {
  readonly folder: string
  readonly urls: readonly string[]
}

function inherited(): Inherited {
  const text = process.env[INHERITED]
  return text === undefined ? { folder: process.cwd(), urls: [] } : (JSON.parse(text) as Inherited)
}

function urlOf(plugin: string, folder: string): string {
  const path = resolve(folder, plugin)
  if (existsSync(path)) return pathToFileURL(path).href
  if (/^(?:\.|\/|[a-zA-Z]:[\\/])/.test(plugin)) throw missing(plugin)
  return `${SCHEME}${plugin}`
}

async function load(url: string, plugin: string): Promise<void> {
  try {
    await import(url)
  } catch (error) {
    if (isMissing(error, plugin)) throw missing(plugin)
    const { message } = error as Error
    throw new EventideError('plugin', `The plugin ${plugin} cannot be loaded: ${message}`, { cause: error })
  }
}

function isMissing(error: unknown, plugin: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${plugin}'`)
}

function missing(plugin: string): EventideError {
  return new EventideError(
    'no-plugin',
    `There is no plugin ${plugin}: give the path of a module, such as ./my-strategy.mjs, or the name of an installed package`,
  )
}

let isResolving = false

/** From now on, modules that import `eventide` get this copy: a strategy registered with another one would not be found here. */
function resolveEventideToThisCopy(folder: string): void {
  if (isResolving) return
  isResolving = true
  const isSource = import.meta.url.endsWith('.ts')
  const index = new URL(isSource ? '../index.ts' : './index.js', import.meta.url).href
  const parentURL = pathToFileURL(join(folder, 'package.json')).href
  const hooks = nodeModule as unknown as {
    registerHooks?: (hooks: { resolve: typeof resolveImport }) => void
  }
  const data = { index, parentURL, scheme: SCHEME }
  if (hooks.registerHooks)
    hooks.registerHooks({ resolve: (name, context, next) => resolveImport(name, context, next, data) })
  else {
    // Node 20 runs the same function on a thread, from its source.
    const source = `const data = ${JSON.stringify(data)}\nconst resolveImport = ${resolveImport}\nexport const resolve = (name, context, next) => resolveImport(name, context, next, data)`
    nodeModule.register(`data:text/javascript,${encodeURIComponent(source)}`)
  }
}

type NextResolve = (name: string, context: { parentURL?: string }) => unknown

function resolveImport(
  name: string,
  context: { parentURL?: string },
  next: NextResolve,
  data?: { readonly index: string; readonly parentURL: string; readonly scheme: string },
): unknown {
  if (name === 'eventide') return { url: data?.index, shortCircuit: true }
  if (data && name.startsWith(data.scheme))
    return next(name.slice(data.scheme.length), { ...context, parentURL: data.parentURL })
  return next(name, context)
}
