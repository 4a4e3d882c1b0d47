import type { PackageSigner } from '../../archive/package-signer.ts'
import type { Json } from '../../model/json.ts'
import type { ExportSelection, SelectedPage } from './selection.ts'

export interface ExportOptions {
  /** When the file is written. */
  readonly created: Date
  /** Leave CSV cells as they are instead of disarming what a spreadsheet would run. Default: false. */
  readonly raw?: boolean
  /** Add the extracted text to every JSON line. Default: false. */
  readonly text?: boolean
  /** Opens the key that a package is signed with. Without it, packages are not signed. */
  readonly signer?: () => Promise<PackageSigner | undefined>
  /** Where records wait while part of a collection is packed. Default: the system's temporary folder. */
  readonly scratch?: string
}

/** What was written. */
export interface ExportReport {
  /** For machines: `pages`, and what else the format counts. */
  readonly counts: Readonly<Record<string, Json>>
  /** For people: `12 pages`. */
  readonly written: string
  /** What a reader of the file should know. */
  readonly notes: readonly string[]
}

/** The pieces of a file, one after the other; the report is what the generator returns. */
export type ExportPieces = AsyncGenerator<Uint8Array | string, ExportReport>

/** A way to write pages to a file. */
export interface ExportFormat {
  /** As a menu shows it. */
  readonly title: string
  /** What the file holds, in a few words. */
  readonly help: string
  /** Media type. */
  readonly type: string
  /** Of the file name, without a dot. */
  readonly ending: string
  /** False for what a terminal cannot show. */
  readonly text: boolean
  write(selection: ExportSelection, options: ExportOptions): ExportPieces
}

/** Writes one page after the other, and counts them. */
export async function* pageByPage(
  selection: ExportSelection,
  write: (pages: AsyncIterable<SelectedPage>) => AsyncIterable<Uint8Array | string>,
): ExportPieces {
  let pages = 0
  async function* counted(): AsyncGenerator<SelectedPage> {
    for await (const selected of selection.pages()) {
      pages++
      yield selected
    }
  }
  yield* write(counted())
  return { counts: { pages }, written: pages === 1 ? '1 page' : `${pages} pages`, notes: [] }
}
