import { type CountryShape, countryShapes, type World } from './world-shapes.ts'

/** The shapes of a file of the base map, or why there are none. */
export type WorldAnswer = { readonly shapes: readonly CountryShape[] } | { readonly problem: string }

async function shapesAt(url: string): Promise<WorldAnswer> {
  const response = await fetch(url)
  if (!response.ok) return { problem: `the server answered ${response.status}` }
  return { shapes: countryShapes((await response.json()) as World) }
}

async function answer(url: string): Promise<void> {
  const shapes = await shapesAt(url).catch((error: unknown): WorldAnswer => ({ problem: String(error) }))
  self.postMessage(shapes)
  self.close()
}

self.onmessage = ({ data }: MessageEvent<string>) => void answer(data)
