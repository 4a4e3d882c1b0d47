import fineUrl from 'world-atlas/countries-50m.json?url'
import coarseUrl from 'world-atlas/countries-110m.json?url'
import type { CountryShape } from './world-shapes.ts'
import type { WorldAnswer } from './world-worker.ts'

const URLS = { coarse: coarseUrl, fine: fineUrl } as const

export type Detail = keyof typeof URLS

const loading = new Map<Detail, Promise<readonly CountryShape[]>>()

/** The world for a first look, or for looking closer; each is loaded once, from our own origin, and unpacked beside the drawing thread. */
export function worldData(detail: Detail): Promise<readonly CountryShape[]> {
  const known = loading.get(detail)
  if (known !== undefined) return known
  const request = load(new URL(URLS[detail], window.location.href).href)
  loading.set(detail, request)
  // A failed load is tried again by whoever asks next.
  request.catch(() => loading.delete(detail))
  return request
}

function load(url: string): Promise<readonly CountryShape[]> {
  const worker = new Worker(new URL('./world-worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WorldAnswer>) =>
      'shapes' in data ? resolve(data.shapes) : reject(new Error(data.problem))
    worker.onerror = () => reject(new Error('The base map could not be decoded'))
    worker.postMessage(url)
  })
}
