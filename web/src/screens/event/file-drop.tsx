import { type ReactNode, useId, useState } from 'react'

interface FileDropProps {
  readonly label: string
  readonly accept: string
  readonly maxBytes: number
  readonly onText: (text: string, name: string) => void
  readonly children?: ReactNode
}

/** A place to drop a text file on; its button does the same by keyboard. */
export function FileDrop({ label, accept, maxBytes, onText, children }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    setError(null)
    if (!file) return
    if (file.size > maxBytes) {
      setError(`${file.name} is larger than ${Math.round(maxBytes / 1e6)} MB. Export a shorter period.`)
      return
    }
    try {
      onText(await file.text(), file.name)
    } catch {
      setError(`Could not read ${file.name}. Choose the file again.`)
    }
  }
  return (
    <div className="stack tight">
      <label
        htmlFor={id}
        className={over ? 'file-drop over' : 'file-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <span>{label}</span>
        {children && <span className="muted small">{children}</span>}
        <input
          id={id}
          type="file"
          accept={accept}
          onChange={(event) => {
            void take(event.target.files?.[0])
            // The same file again is a choice, too.
            event.target.value = ''
          }}
        />
      </label>
      {error && (
        <p className="notice bad" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
