import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly open: boolean
  /** Also called by Escape and a press beside it. */
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The browser's own modal dialog: focus stays inside, and returns to where it was. */
export function Dialog({ title, open, onClose, wide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  useEffect(() => {
    const dialog = ref.current
    const beside = (event: MouseEvent) => event.target === dialog && onClose()
    dialog?.addEventListener('mousedown', beside)
    return () => dialog?.removeEventListener('mousedown', beside)
  }, [onClose])
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <div className="inside">
          <div className="row apart">
            <h2 id={id}>{title}</h2>
            <IconButton icon="close" label="Close" look="quiet" onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
