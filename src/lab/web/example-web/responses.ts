import type { HeaderField } from '../../../model/exchange.ts'
import type { WebResponse } from '../web.ts'
import { type Charset, encoded } from './encode.ts'

type Headers = readonly HeaderField[]

const SERVER: Headers = [
  ['Server', 'example-press/1.0'],
  ['Vary', 'Accept-Encoding'],
]

export function html(
  text: string,
  options: { charset?: Charset; type?: string; status?: number; more?: Headers } = {},
): WebResponse {
  const { charset = 'utf-8', type = `text/html; charset=${charset}`, status = 200, more = [] } = options
  return { status, headers: [...SERVER, ['Content-Type', type], ...more], body: encoded(text, charset) }
}

export function plain(text: string, type: string): WebResponse {
  return { status: 200, headers: [...SERVER, ['Content-Type', type]], body: encoded(text, 'utf-8') }
}

export function bytes(body: Uint8Array, type: string): WebResponse {
  return {
    status: 200,
    headers: [
      ['Server', 'example-press/1.0'],
      ['Content-Type', type],
    ],
    body,
  }
}

export function redirect(status: 301 | 302 | 308, location: string): WebResponse {
  return {
    status,
    headers: [...SERVER, ['Location', location], ['Content-Type', 'text/html']],
    body: encoded('<p>Moved.</p>', 'utf-8'),
  }
}

const REASONS = {
  404: 'Not Found',
  410: 'Gone',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const

export function missing(status: keyof typeof REASONS): WebResponse {
  const text = `<!DOCTYPE html><html><head><title>${status} ${REASONS[status]}</title></head><body><h1>${REASONS[status]}</h1></body></html>`
  const more: Headers = status === 503 ? [['Retry-After', '60']] : []
  return html(text, { status, more })
}
