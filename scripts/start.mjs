// npm start: install what is missing, build, crawl the bundled example, and say what to try next.
import { installMissing, root, run } from './install.mjs'

installMissing()
const { buildAll } = await import('./build.mjs')
await buildAll()
run(process.execPath, ['bin/eventide.js', 'example', ...process.argv.slice(2)], { cwd: root })
