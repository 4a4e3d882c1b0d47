#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/cli.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write(
    'eventide is not built yet: run "npm install" (or "npm run build") in its folder first\n',
  )
  process.exitCode = 1
}
