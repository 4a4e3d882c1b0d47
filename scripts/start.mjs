// npm start: install what is missing, build, crawl the bundled example, and open the library until Ctrl-C (-- --no-serve: end after the crawl).
import { spawn } from 'node:child_process'
import { installMissing, root } from './install.mjs'

installMissing()
const { buildAll } = await import('./build.mjs')
await buildAll()
const child = spawn(process.execPath, ['bin/eventide.js', 'example', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
// A terminal sends Ctrl-C to both; the crawl finishes the pages in progress, and this process waits for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.once('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0)
})
