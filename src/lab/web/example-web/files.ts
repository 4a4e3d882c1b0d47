import type { WebResponse } from '../web.ts'
import { bytes } from './responses.ts'

/** The smallest valid image: one transparent pixel. */
const GIF = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (char) =>
  char.charCodeAt(0),
)
const JPEG = Uint8Array.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
])

function pdf(title: string): Uint8Array {
  return new TextEncoder().encode(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>endobj
4 0 obj<</Length 44>>stream
BT /F1 12 Tf 72 720 Td (${title}) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`)
}

/** Images and documents: not pages, but linked. */
export function fileResponse(path: string): WebResponse | null {
  if (/^\/static\/img\/\d{1,4}\.jpg$/.test(path)) return bytes(JPEG, 'image/jpeg')
  if (path === '/favicon.ico' || path === '/static/logo.gif') return bytes(GIF, 'image/gif')
  const document = /^\/static\/doc\/(\d{1,4})\.pdf$/.exec(path)
  return document ? bytes(pdf(`Situation report ${document[1]}`), 'application/pdf') : null
}
