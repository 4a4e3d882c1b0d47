/** Long enough for any browser to have begun the download. */
const KEPT_MS = 60_000

/** Offers a text made in the browser as a file. */
export function downloadText(name: string, type: string, text: string): void {
  // Without a byte order mark, spreadsheets assume the local encoding and garble names that are not English.
  const parts = type.startsWith('text/csv') ? ['\ufeff', text] : [text]
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
