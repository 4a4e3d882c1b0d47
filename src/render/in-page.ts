/**
 * Scripts that run inside the page, in an isolated world: they see the page's elements, but scripts of the page cannot reach them. Kept
 * as text, because they are not part of this program.
 */

/** Runs before every script of the page: removes APIs that bypass interception or disturb, and reports that the browser is online. */
export const BEFORE_SCRIPTS = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'Notification'])
    try { Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false }) } catch {}
  for (const name of ['print', 'open', 'find'])
    try { Object.defineProperty(globalThis, name, { value: () => null, configurable: false, writable: false }) } catch {}
  try { Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }) } catch {}
})()`

/** Resolves when the page has not changed for \`quiet\` milliseconds and has text, or has been without for \`empty\`. */
export function stillness(quietMs: number, emptyMs: number): string {
  return `new Promise((resolve) => {
    const began = performance.now()
    let changed = began
    const observer = new MutationObserver(() => { changed = performance.now() })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    const hasText = () => (document.body?.innerText ?? '').trim() !== ''
    const look = () => {
      const now = performance.now()
      const still = now - changed >= ${quietMs} && document.readyState !== 'loading'
      if (still && (hasText() || now - began >= ${emptyMs})) { observer.disconnect(); resolve(true) }
      else setTimeout(look, 50)
    }
    look()
  })`
}

/** The document as markup, open shadow trees included, cut at \`maxLength\` characters; and the address its links are relative to. */
export function snapshot(maxLength: number): string {
  return `(() => {
    const roots = []
    const collect = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (!element.shadowRoot) continue
        roots.push(element.shadowRoot)
        collect(element.shadowRoot)
      }
    }
    collect(document)
    const root = document.documentElement
    if (!root) return { html: '', base: null, address: document.URL }
    const shell = root.cloneNode(false).outerHTML
    const open = shell.slice(0, shell.lastIndexOf('</'))
    const html = '<!DOCTYPE html>' + open + root.getHTML({ shadowRoots: roots }) + shell.slice(open.length)
    return {
      html: html.slice(0, ${maxLength}),
      base: document.querySelector('base[href]') ? null : document.baseURI,
      address: document.URL,
    }
  })()`
}
