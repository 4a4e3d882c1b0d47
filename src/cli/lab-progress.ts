import type { LabSetup } from '../lab/setup.ts'
import type { TrialRun } from '../lab/trials/run-trial.ts'
import { printable, type Terminal } from './output.ts'
import { inWords } from './values.ts'

/** On a terminal the line is redrawn this often at most. */
const REDRAW_MS = 200

/** How far a comparison is: one live line on a terminal, a plain line per finished run elsewhere. */
export class LabProgress {
  readonly #terminal: Terminal
  readonly #quiet: boolean
  readonly #total: { readonly pages: number; readonly runs: number }
  readonly #begun = Date.now()
  #pages = 0
  #runs = 0
  #drawn = 0
  #open = false

  constructor(terminal: Terminal, quiet: boolean, total: { pages: number; runs: number }) {
    this.#terminal = terminal
    this.#quiet = quiet
    this.#total = total
  }

  fetched(pages: number): void {
    this.#pages += pages
    const now = Date.now()
    if (this.#quiet || !this.#live || now - this.#drawn < REDRAW_MS) return
    this.#drawn = now
    this.#draw()
  }

  done(setup: LabSetup, run: TrialRun): void {
    this.#runs++
    if (this.#quiet) return
    if (this.#live) this.#draw()
    else this.#tell(setup, run)
  }

  #tell(setup: LabSetup, run: TrialRun): void {
    const { harvest, recall, believedHarvest } = run.indices
    const found =
      harvest === null
        ? `believed harvest ${believedHarvest.toFixed(3)}`
        : `harvest ${harvest.toFixed(3)} recall ${(recall ?? 0).toFixed(3)}`
    const what = `${setup.strategies[run.strategy]?.label} event ${run.event + 1} seed ${run.randomSeed}`
    this.#terminal.err.write(
      printable(
        `${this.#runs}/${this.#total.runs} ${what}: ${run.fetched} pages ${found}, ${inWords(run.timing.wallMs)}`,
      ).concat('\n'),
    )
  }

  end(): void {
    if (this.#open) this.#terminal.err.write('\n')
    this.#open = false
  }

  get #live(): boolean {
    return this.#terminal.err.isTTY === true
  }

  #draw(): void {
    const elapsed = Date.now() - this.#begun
    const share = this.#pages / this.#total.pages
    const left = share > 0 ? `, about ${inWords(elapsed / share - elapsed)} left` : ''
    const line = `${this.#runs}/${this.#total.runs} runs  ${this.#pages}/${this.#total.pages} pages  ${inWords(elapsed)}${left}`
    this.#terminal.err.write(`\r\u001b[2K${line.slice(0, (this.#terminal.err.columns ?? 100) - 1)}`)
    this.#open = true
  }
}
