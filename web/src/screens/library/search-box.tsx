import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { Icon } from '../../design/icon.tsx'
import { type Completion, completed, completionAt } from './completion.ts'
import { useSuggestions } from './use-suggestions.ts'

interface Props {
  readonly q: string
  readonly facets: Reply<'GET /api/facets'> | undefined
  readonly onSearch: (q: string, options: { readonly replace: boolean }) => void
}

/** The library is searched after a pause in typing. */
const TYPING_MS = 250

/** Searches while typing; what is typed in one go is one history entry. */
export function SearchBox({ q, facets, onSearch }: Props) {
  const [text, setText] = useState(q)
  const [completion, setCompletion] = useState<Completion | null>(null)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = useRef(q)
  const going = useRef(false)
  const id = useId()
  const suggestions = useSuggestions(completion, facets)
  const open = completion !== null && suggestions.length > 0
  useEffect(() => {
    // Changed from outside: the back button, a chip.
    if (q !== searched.current) setText(q)
    searched.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (next: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    searched.current = next.trim()
    onSearch(next.trim(), { replace: going.current })
    going.current = true
  }
  const finish = () => {
    search(text)
    going.current = false
    close()
  }
  /** Searches for what was typed last before anything else is clicked. */
  const leave = () => {
    if (timer.current !== undefined) search(text)
    going.current = false
    close()
  }
  const close = () => {
    setCompletion(null)
    setActive(-1)
  }
  const look = () => {
    const box = input.current
    setCompletion(box ? completionAt(box.value, box.selectionStart ?? box.value.length) : null)
    setActive(-1)
  }
  const type = (next: string) => {
    setText(next)
    look()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(next), TYPING_MS)
  }
  const pick = (index: number) => {
    const chosen = suggestions[index]
    if (!chosen || !completion) return
    const next = completed(text, completion, chosen.word)
    setText(next.text)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(next.caret, next.caret)
      look()
    })
    if (!chosen.word.endsWith(':')) search(next.text)
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (open && step !== 0) {
      event.preventDefault()
      setActive(
        (before) =>
          (before + step + suggestions.length + (before < 0 && step < 0 ? 1 : 0)) % suggestions.length,
      )
    } else if (open && event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (open && active >= 0) pick(active)
      else finish()
    }
  }
  return (
    <search className="search-box">
      <label className="unseen" htmlFor={`${id}-box`}>
        Search the library
      </label>
      <Icon name="search" />
      <input
        ref={input}
        id={`${id}-box`}
        data-search=""
        className="input"
        type="search"
        role="combobox"
        dir="auto"
        maxLength={1_000}
        autoComplete="off"
        spellCheck={false}
        placeholder={'words, "phrases", -not, place:… near:… from:…'}
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onClick={look}
        onBlur={leave}
      />
      {open && (
        <div className="search-list" role="listbox" id={`${id}-list`} aria-label="Completions">
          {suggestions.map((suggestion, index) => (
            <div
              key={suggestion.word}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerDown={(event) => {
                event.preventDefault()
                pick(index)
              }}
            >
              <bdi>{suggestion.label}</bdi> <span className="muted small">{suggestion.hint}</span>
            </div>
          ))}
        </div>
      )}
    </search>
  )
}
