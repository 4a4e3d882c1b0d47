import { homedir, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Fields of replies that hold messages of this program, at any depth. */
const MESSAGES: ReadonlySet<string> = new Set(['message', 'note', 'notes', 'notices', 'problem', 'errors'])

/** The folder the program runs from: `src/` in development, or that of the bundle. */
const PROGRAM = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

/** Makes paths in a message relative: where the served folder and other folders of this machine are is private. */
export function withoutPaths(message: string, folder: string): string {
  return [folder, PROGRAM, process.cwd(), tmpdir(), homedir()]
    .filter((root) => root.length > 1)
    .sort((a, b) => b.length - a.length)
    .reduce(withoutRoot, message)
}

/** The same in every message of a reply; other strings, such as text of pages, are left as they are. */
export function withoutPathsIn<T>(reply: T, folder: string): T {
  const cleaned = (value: unknown, isMessage: boolean): unknown => {
    if (typeof value === 'string') return isMessage ? withoutPaths(value, folder) : value
    if (Array.isArray(value)) return value.map((one) => cleaned(one, isMessage))
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
      return value
    const fields = Object.entries(value).map(([key, one]) => [
      key,
      cleaned(one, isMessage || MESSAGES.has(key)),
    ])
    return Object.fromEntries(fields)
  }
  return cleaned(reply, false) as T
}

/** Removes a folder where it begins a path: not inside a longer name or a URL. */
function withoutRoot(message: string, root: string): string {
  let out = ''
  let from = 0
  for (let at = message.indexOf(root); at >= 0; at = message.indexOf(root, from)) {
    const after = message[at + root.length] ?? ''
    const begins = !/[\p{L}\p{N}._~%:/-]/u.test(message[at - 1] ?? '')
    // A dot ends a sentence, or is part of a name.
    const ends = !/^(?:[\p{L}\p{N}_~%-]|\.\S)/u.test(message.slice(at + root.length, at + root.length + 2))
    const cut = begins && ends
    const isInside = after === '/' && /[^\s"'`)\],;:]/.test(message[at + root.length + 1] ?? '')
    out += message.slice(from, at) + (cut ? (isInside ? '' : 'the folder') : root)
    from = at + root.length + (cut && after === '/' ? 1 : 0)
  }
  return out + message.slice(from)
}
