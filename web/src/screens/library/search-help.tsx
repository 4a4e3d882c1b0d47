import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { OPERATORS } from './completion.ts'

const WORDS = [
  { name: 'words', hint: 'pages that hold all of them, in any form', example: 'typhoon rescue' },
  { name: '"phrases"', hint: 'exactly this, in this order', example: '"storm surge"' },
  {
    name: '-not',
    hint: 'pages without it; also before a phrase or an operator',
    example: 'typhoon -basketball',
  },
]

/** What can be typed into the box. */
export function SearchHelp() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        className="icon search-help"
        aria-label="What can be typed here"
        title="What can be typed here"
        onClick={() => setOpen(true)}
      >
        ?
      </Button>
      <Dialog title="What can be typed into the box" open={open} onClose={() => setOpen(false)}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Write</th>
              <th scope="col">to find</th>
              <th scope="col">as in</th>
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
          <kbd>/</kbd> goes to the box, <kbd>j</kbd> and <kbd>k</kbd> to the next and the previous result,{' '}
          <kbd>Enter</kbd> opens it.
        </p>
      </Dialog>
    </>
  )
}
