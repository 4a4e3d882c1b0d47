// npm test: install what is missing, build, then everything: formatter and linter, types, dead code, tests with coverage.
import { installMissing, run } from './install.mjs'

installMissing()
const { buildAll } = await import('./build.mjs')
await buildAll()
run('npx', ['biome', 'ci', '--error-on-warnings'])
run('npx', ['tsc'])
run('npx', ['knip'])
run('npx', ['vitest', 'run', '--coverage', ...process.argv.slice(2)])
