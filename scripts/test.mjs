// npm test: install what is missing, build, then everything: formatter and linter, types, dead code, tests.
import { installChromium, installMissing, run } from './install.mjs'

installMissing()
const browser = installChromium()
const { buildAll } = await import('./build.mjs')
await buildAll()
run('npx', ['biome', 'ci', '--error-on-warnings'])
run('npx', ['tsc'])
run('npx', ['tsc', '-p', 'web'])
run('npx', ['knip'])
run('npx', ['vitest', 'run', ...process.argv.slice(2)])
if (!browser) {
  console.error('\n*** There is no Chromium here: every test that shows pages in a browser was SKIPPED. ***')
  console.error('*** Install it (apt-get install chromium), or name one in EVENTIDE_CHROMIUM. ***\n')
}
