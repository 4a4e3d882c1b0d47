import { type RefObject, useEffect } from 'react'
import { isTyping, shortcutsOn } from '../../shell/shortcuts.ts'

const STEP: ReadonlyMap<string, number> = new Map([
  ['j', 1],
  ['k', -1],
])

/** `j` and `k` move the focus through the results; Enter opens the one in focus, as it is a link. */
export function useResultKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = STEP.get(event.key)
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || !shortcutsOn() || document.querySelector('dialog[open]')) return
      const links = [...(list.current?.querySelectorAll<HTMLElement>('.result-link') ?? [])]
      const inside = (link: HTMLElement) => link.closest('.result')?.contains(document.activeElement) ?? false
      const at = links.findIndex(inside)
      const to = links[Math.max(0, at + step)]
      if (!to) return
      event.preventDefault()
      to.focus()
      to.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}
