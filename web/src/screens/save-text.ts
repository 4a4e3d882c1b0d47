/** Long enough for any browser to have begun the download. */
const KEPT_MS = 60_000

/** Offers a text made in the browser as a file. */
export function saveText(name: string, type: string, text: string): void {
  // Spreadsheets take a file without this mark for one in the encoding of the machine, and garble every name that is not English.
  const parts = type.startsWith('text/csv') ? ['\ufeff', text] : [text]
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
