/** A block of shell commands in the docs that this suite does not run: where it is, how it begins, and why. */
export interface NotRun {
  readonly document: string
  readonly begins: string
  readonly reason: string
}

export const NOT_RUN: readonly NotRun[] = [
  { document: 'README.md', begins: 'npm start', reason: 'runs in a checkout, and serves until Ctrl-C' },
  { document: 'docs/serving.md', begins: 'curl -H', reason: 'asks a library on the public web' },
  { document: 'docs/serving.md', begins: 'openssl rand', reason: 'listens beyond loopback, until Ctrl-C' },
  { document: 'docs/serving.md', begins: 'npx eventide serve', reason: 'serves until Ctrl-C' },
  {
    document: 'docs/strategies/place-names.md',
    begins: 'npx tsx bench/',
    reason: 'a benchmark: runs in a checkout, for minutes',
  },
  {
    document: 'docs/strategies/temporal-intent.md',
    begins: 'npx eventide lab compare --web example:20000',
    reason: 'a measurement that takes several minutes',
  },
]
