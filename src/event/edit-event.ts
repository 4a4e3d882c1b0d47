import { type Document, isMap, type Node, type Pair, parseDocument, YAMLMap } from 'yaml'
import { StrictYaml } from '../yaml/strict-yaml.ts'
import { editSection, type NameNotes } from './edit-section.ts'
import { type EventForm, FORM_SECTIONS, type FormSection, formIn } from './event-form.ts'
import { FORMAT, isBlock, rendered, saysTheSame, sectionOf, spanOf } from './yaml-section.ts'

/**
 * An event file changed so that it says what a form says. Sections that say so already stay as they are, to the letter; in the
 * others only what differs is touched. Comments, ontologies, synonyms and everything else that a form does not show stay.
 * An empty text makes a new file. `notes` gives names that need it a comment, such as gazetteer ids.
 */
export function withForm(text: string, form: EventForm, notes: NameNotes = () => undefined): string {
  new StrictYaml(text, 'event.yaml', 'event-file').done()
  const document = parseDocument(text, { uniqueKeys: false })
  if (!isMap(document.contents)) document.contents = new YAMLMap() as unknown as typeof document.contents
  const root = document.contents as unknown as YAMLMap
  const before = formIn(root)
  const cuts: Cut[] = []
  for (const section of FORM_SECTIONS) {
    if (isUnchanged(section, before, form)) continue
    const old = sectionOf(root, section) ?? null
    const span = old && spanOf(root, old)
    const wasBlock = isBlock(old?.value)
    const now = editSection(document, root, section, form, notes)
    cuts.push({ span, wasBlock, old, now })
  }
  if (cuts.length === 0) return text
  const spliced = splice(text, root, cuts)
  return spliced !== null && isRight(spliced, document) ? spliced : document.toString(FORMAT)
}

function isUnchanged(section: FormSection, before: EventForm, form: EventForm): boolean {
  if (!saysTheSame(before[section], form[section])) return false
  if (section !== 'strategy' || form.strategyOptions === undefined) return true
  return saysTheSame(before.strategyOptions ?? {}, form.strategyOptions)
}

interface Cut {
  readonly span: { readonly start: number; readonly end: number } | null
  readonly wasBlock: boolean
  readonly old: Pair | null
  /** Null when the section is gone. */
  readonly now: Pair | null
}

/** Cuts the old sections out of the text and puts the new ones in; null when one cannot be cut. */
function splice(text: string, root: YAMLMap, cuts: readonly Cut[]): string | null {
  if (root.flow || cuts.some(({ old, span }) => old !== null && span === null)) return null
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  let edited = text
  const inPlace = cuts.flatMap(({ span, ...cut }) => (span ? [{ ...cut, ...span }] : []))
  // From the end to the beginning, so that what lies before a cut stays where it was.
  for (const { start, end, wasBlock, now } of inPlace.sort((a, b) => b.start - a.start)) {
    if (now === null) {
      edited = edited.slice(0, start) + edited.slice(wasBlock ? end : endOfLine(edited, end))
      continue
    }
    const cut = edited.slice(start, end)
    const whole = withoutSurroundings(now)
    const open = cut.endsWith('\n') ? whole : whole.replace(/\n$/, '')
    edited = edited.slice(0, start) + open.replaceAll('\n', newline) + edited.slice(end)
  }
  for (const { old, now } of cuts) {
    if (old !== null || now === null) continue
    const open = edited === '' || edited.endsWith('\n') ? '' : newline
    edited += open + rendered(now).replaceAll('\n', newline)
  }
  return edited
}

/** What stands above a section and behind it lies outside the cut and stays as it is: it must not be written twice. */
function withoutSurroundings(pair: Pair): string {
  const key = pair.key as Node
  const value = pair.value as Node
  const kept = { commentBefore: key.commentBefore, spaceBefore: key.spaceBefore, comment: value.comment }
  key.commentBefore = undefined
  key.spaceBefore = false
  value.comment = undefined
  const text = rendered(pair)
  Object.assign(key, { commentBefore: kept.commentBefore, spaceBefore: kept.spaceBefore })
  value.comment = kept.comment
  return text
}

/** The text must say what the edited document says. */
function isRight(text: string, wanted: Document.Parsed): boolean {
  const document = parseDocument(text, { uniqueKeys: false })
  return document.errors.length === 0 && saysTheSame(document.toJS(), wanted.toJS())
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}
