import { useState } from 'react'
import { useAnnounce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Tabs } from '../../design/tabs.tsx'
import type { PageView } from './page-text.tsx'

const FORMS = [
  { key: 'text', title: 'Text' },
  { key: 'bibtex', title: 'BibTeX' },
  { key: 'ris', title: 'RIS' },
] as const

type Form = (typeof FORMS)[number]['key']

/** The citation in three formats, and the permanent link of this page. */
export function Cite({ view }: { readonly view: PageView }) {
  const [form, setForm] = useState<Form>('text')
  const link = window.location.origin + view.permalink
  return (
    <div className="stack tight">
      <Tabs
        label="Citation format"
        active={form}
        onChange={setForm}
        tabs={FORMS.map(({ key, title }) => ({
          key,
          title,
          body: () => <Copied label={`Citation as ${title}`} text={view.citation[key]} />,
        }))}
      />
      <Copied label="Permanent link" text={link} />
    </div>
  )
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const announce = useAnnounce()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      announce(`${label} copied.`)
    } catch {
      announce('The browser blocked copying. Select the text and copy it.')
    }
  }
  return (
    <div className="copied">
      <pre dir="auto">{text}</pre>
      <Button aria-label={`Copy: ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}
