import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // The first browsers with light-dark(): older ones would get each colour twice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the server allows files of its own, and nothing written into the page.
    assetsInlineLimit: 0,
    // Which file needs which: what a first load weighs is counted from it.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // How long the build took on a busy machine is nobody's problem.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
