import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { OPERATORS } from './completion.ts'

const WORDS = [
  { name: 'words', hint: 'pages containing all of them, in any form', example: 'typhoon rescue' },
  { name: '"phrases"', hint: 'pages containing this exact phrase', example: '"storm surge"' },
  { name: 'OR', hint: 'pages matching either side; binds closer than a space', example: 'typhoon OR 台风' },
  { name: 'word*', hint: 'words that begin with this', example: 'evacu*' },
  {
    name: '-not',
    hint: 'pages without it; also before a phrase or an operator',
    example: 'typhoon -basketball',
  },
]

/** Explains the search syntax. */
export function SearchHelp() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        className="icon search-help"
        aria-label="Search syntax"
        title="Search syntax"
        onClick={() => setOpen(true)}
      >
        ?
      </Button>
      <Dialog title="Search syntax" open={open} onClose={() => setOpen(false)}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Syntax</th>
              <th scope="col">Finds</th>
              <th scope="col">Example</th>
            </tr>
          </thead>
          <tbody>
            {[...WORDS, ...OPERATORS].map(({ name, hint, example }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{hint}</td>
                <td>
                  <code>{example}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="muted small">
          <kbd>/</kbd> focuses the search box, <kbd>j</kbd> and <kbd>k</kbd> move to the next and previous
          result, <kbd>Enter</kbd> opens it.
        </p>
      </Dialog>
    </>
  )
}
