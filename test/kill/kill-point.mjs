// Preloaded with node --import: counts the disk calls of the program, and kills it at the n-th call.
// EVENTIDE_KILL_POINT = {"n": 12, "when": "before" | "torn" | "after"}, with "name": "rename" the n-th of these calls only;
// EVENTIDE_KILL_COUNT = a file for the total number of calls.
import fs, { writeFileSync, writeSync } from 'node:fs'
import files from 'node:fs/promises'
import { register, syncBuiltinESMExports } from 'node:module'

const point = JSON.parse(process.env.EVENTIDE_KILL_POINT ?? 'null')
const countFile = process.env.EVENTIDE_KILL_COUNT
let calls = 0
/** Those with the name of the kill point. */
let named = 0

const die = () => process.kill(process.pid, 'SIGKILL')

/** Counts and makes one call; the n-th kills the process. `torn` does half of the write. */
export function call(work, torn = () => {}, name = '') {
  calls++
  if (point?.name !== undefined && name === point.name) named++
  if ((point?.name === undefined ? calls : name === point.name && named) !== point?.n) return work()
  if (point.when === 'torn') torn()
  if (point.when !== 'after') die()
  const result = work()
  if (!(result instanceof Promise)) die()
  return result.then(die)
}

function counted(owner, name, torn) {
  const original = owner[name]
  owner[name] = function (...args) {
    return call(
      () => original.apply(this, args),
      () => torn?.apply(this, args),
      name,
    )
  }
}

const handle = await files.open('/dev/null', 'w')
const handles = Object.getPrototypeOf(handle)
await handle.close()
counted(handles, 'write', function (bytes, offset, length, position) {
  writeSync(this.fd, bytes, offset, Math.floor(length / 2), position)
})
for (const name of ['datasync', 'sync', 'truncate']) counted(handles, name)
for (const name of ['mkdir', 'rm', 'rename', 'link', 'unlink', 'copyFile']) counted(files, name)
counted(files, 'writeFile', (path, text, options) => {
  const half = Buffer.from(text).subarray(0, Buffer.byteLength(text) / 2)
  if (typeof path === 'string') writeFileSync(path, half, options)
})
// What streams write with.
counted(fs, 'write', (fd, bytes, offset, length, position) => {
  if (typeof length === 'number') writeSync(fd, bytes, offset, Math.floor(length / 2), position)
})
syncBuiltinESMExports()

// The methods of the database driver cannot be replaced, so the whole class is.
const ours = new URL('counted-sqlite.mjs', import.meta.url).href
const hook = `export async function resolve(name, context, next) {
  if (name === '@photostructure/sqlite' && context.parentURL !== ${JSON.stringify(ours)})
    return { url: ${JSON.stringify(ours)}, shortCircuit: true }
  return next(name, context)
}`
register(`data:text/javascript,${encodeURIComponent(hook)}`)

if (countFile) process.on('exit', () => writeFileSync(countFile, String(calls)))
