import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reportPage } from './page.ts'
import type { LabReport } from './report.ts'

/** What a comparison writes into its folder. */
export const REPORT_FILES = { page: 'report.html', data: 'report.json' } as const

/** Writes the report as HTML and JSON; returns the path of the HTML page. */
export async function writeReport(folder: string, report: LabReport): Promise<string> {
  await mkdir(folder, { recursive: true })
  const page = join(folder, REPORT_FILES.page)
  await replaceFile(page, reportPage(report))
  await replaceFile(join(folder, REPORT_FILES.data), `${JSON.stringify(report)}\n`)
  return page
}

/** The file is whole at every moment. */
async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.partial-${process.pid}`
  try {
    await writeFile(partial, text, { flush: true })
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
}
