import { Dialog } from '../design/dialog.tsx'
import { GENERAL, screensOf } from './destinations.ts'
import type { Shortcuts } from './shortcuts.ts'

interface ShortcutListProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly shortcuts: Shortcuts
}

export function ShortcutList({ open, onClose, shortcuts }: ShortcutListProps) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onClose={onClose}>
      <dl className="shortcuts">
        <Line keys={['/']}>search box</Line>
        <Line keys={['j', 'k']}>next, previous result</Line>
        <Line keys={['?']}>keyboard shortcuts</Line>
        {GENERAL.map((to) => (
          <Line key={to.key} keys={['g', to.letter]}>
            {to.title}
          </Line>
        ))}
        {screensOf('').map((to) => (
          <Line key={to.key} keys={['g', to.letter]}>
            {to.title} of the collection
          </Line>
        ))}
      </dl>
      <label className="row">
        <input
          type="checkbox"
          checked={shortcuts.on}
          onChange={(event) => shortcuts.turn(event.target.checked)}
        />
        Use single-key shortcuts
      </label>
    </Dialog>
  )
}

function Line({ keys, children }: { readonly keys: readonly string[]; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
