import { type Document, isMap, type Node, type Pair, YAMLMap } from 'yaml'
import { parseYaml } from '../yaml/parse-yaml.ts'
import { StrictYaml } from '../yaml/strict-yaml.ts'
import { editSection, type NameNotes } from './edit-section.ts'
import { type EventForm, FORM_SECTIONS, type FormSection, formIn } from './event-form.ts'
import { FORMAT, isBlock, isSameValue, rendered, sectionOf, spanOf } from './yaml-section.ts'

/**
 * Updates an event file to the contents of a form. Sections that already match stay exactly as they are; in the others only what differs is
 * changed. Comments, ontologies, synonyms and everything else that the form does not show are kept. An empty text gives a new file. `notes`
 * adds comments to names that need one, such as gazetteer ids.
 */
export function applyForm(text: string, form: EventForm, notes: NameNotes = () => undefined): string {
  new StrictYaml(text, 'event.yaml', 'event-file').done()
  const document = parseYaml(text)
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
  return spliced !== null && hasContents(spliced, document) ? spliced : document.toString(FORMAT)
}

function isUnchanged(section: FormSection, before: EventForm, form: EventForm): boolean {
  if (!isSameValue(before[section], form[section])) return false
  if (section !== 'strategy' || form.strategyOptions === undefined) return true
  return isSameValue(before.strategyOptions ?? {}, form.strategyOptions)
}

interface Cut {
  readonly span: { readonly start: number; readonly end: number } | null
  readonly wasBlock: boolean
  readonly old: Pair | null
  /** Null if the section is removed. */
  readonly now: Pair | null
}

/** Replaces the old sections in the text; null if one cannot be cut out. */
function splice(text: string, root: YAMLMap, cuts: readonly Cut[]): string | null {
  if (root.flow || cuts.some(({ old, span }) => old !== null && span === null)) return null
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  let edited = text
  const inPlace = cuts.flatMap(({ span, ...cut }) => (span ? [{ ...cut, ...span }] : []))
  // From the end to the beginning, so that earlier positions stay valid.
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

/** Comments above and after a section are outside the cut and must not be written twice. */
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

/** Whether the text has the contents of the edited document. */
function hasContents(text: string, expected: Document.Parsed): boolean {
  const document = parseYaml(text)
  return document.errors.length === 0 && isSameValue(document.toJS(), expected.toJS())
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}
