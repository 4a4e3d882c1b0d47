import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reportPage } from './page.ts'
import type { LabReport } from './report.ts'

/** Writes the report for people and for machines; returns where the page is. */
export async function writeReport(folder: string, report: LabReport): Promise<string> {
  await mkdir(folder, { recursive: true })
  const page = join(folder, 'report.html')
  await writeFile(page, reportPage(report))
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report)}\n`)
  return page
}
