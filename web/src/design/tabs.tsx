import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface TabsProps<K extends string> {
  readonly label: string
  readonly tabs: readonly { readonly key: K; readonly title: ReactNode; readonly body: () => ReactNode }[]
  readonly active: K
  readonly onChange: (key: K) => void
}

const STEP: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** Tabs as ARIA describes them: arrows, Home and End move and choose; only the chosen body is drawn. */
export function Tabs<K extends string>({ label, tabs, active, onChange }: TabsProps<K>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === active),
  )
  const move = (event: KeyboardEvent) => {
    const step = STEP.get(event.key)
    const end = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : undefined
    const to = step === undefined ? end : (at + step + tabs.length) % tabs.length
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab || to === undefined) return
    event.preventDefault()
    onChange(tab.key)
    const button = list.current?.children[to]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move} tabIndex={-1}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={index === at}
            aria-controls={index === at ? `${id}-body` : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-body`} aria-labelledby={`${id}-${tabs[at]?.key}`} key={tabs[at]?.key}>
        {tabs[at]?.body()}
      </div>
    </div>
  )
}
