import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import { seededRandom } from '../../random/seeded-random.ts'

type Read = (input: PageInput) => Promise<PageReading>

/** Shuffles the links of each page, so that ties between links of equal score are broken differently. */
export function shuffledLinks(read: Read, seed: number): Read {
  return async (input) => {
    const page = await read(input)
    const random = seededRandom(seed ^ hashOf(input.url))
    const links = [...page.links]
    for (let i = links.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      const [a, b] = [links[i], links[j]]
      if (a && b) [links[i], links[j]] = [b, a]
    }
    return { ...page, links }
  }
}

/** FNV-1a: the order of a page's links depends only on its URL. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
