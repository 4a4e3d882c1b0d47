import type { PackageSigner } from '../../archive/package-signer.ts'
import type { Json } from '../../model/json.ts'
import type { ExportSelection, SelectedPage } from './selection.ts'

export interface ExportOptions {
  /** Time of the export. */
  readonly created: Date
  /** Leave CSV cells unchanged instead of escaping text that a spreadsheet would execute. Default: false. */
  readonly raw?: boolean
  /** Add the extracted text to every JSON line. Default: false. */
  readonly text?: boolean
  /** Opens the key that signs a package. If omitted, packages are not signed. */
  readonly signer?: () => Promise<PackageSigner | undefined>
  /** Folder for temporary records while part of a collection is packed. Default: the system's temporary folder. */
  readonly scratch?: string
  /** Stops the export when aborted, even in the middle of a step. */
  readonly signal?: AbortSignal
}

/** Result of an export. */
export interface ExportReport {
  /** Counts for programs: `pages`, and others that depend on the format. */
  readonly counts: Readonly<Record<string, Json>>
  /** Counts for people: `12 pages`. */
  readonly written: string
  /** Remarks about the exported file. */
  readonly notes: readonly string[]
}

/** The file as a sequence of pieces; the generator returns the report. */
export type ExportPieces = AsyncGenerator<Uint8Array | string, ExportReport>

/** An export format. */
export interface ExportFormat {
  /** Label for menus. */
  readonly title: string
  /** Short description of the content. */
  readonly help: string
  /** Media type. */
  readonly type: string
  /** File extension, without a dot. */
  readonly ending: string
  /** False for binary formats, which a terminal cannot show. */
  readonly text: boolean
  write(selection: ExportSelection, options: ExportOptions): ExportPieces
}

/** Writes pages one by one and counts them. */
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
