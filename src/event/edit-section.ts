import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml'
import { type EventForm, type FormSection, textOf, weightOf } from './event-form.ts'
import { isSameValue, nameOf, sectionOf } from './yaml-section.ts'

/** The comment for a name that needs one, such as a gazetteer id. */
export type NameNotes = (section: FormSection, name: string) => string | undefined

/** Updates one section of a document to the form; returns it, or null if the form has nothing for it. */
export function editSection(
  document: Document.Parsed,
  root: YAMLMap,
  section: FormSection,
  form: EventForm,
  notes: NameNotes,
): Pair | null {
  const old = sectionOf(root, section)
  const value = valueFor(document, section, form, old?.value, notes)
  if (value === null) {
    root.items = root.items.filter((item) => item !== old)
    return null
  }
  if (old) {
    old.value = value
    return old
  }
  const pair = new Pair(new Scalar(section), value)
  root.items.push(pair)
  return pair
}

function valueFor(
  document: Document.Parsed,
  section: FormSection,
  form: EventForm,
  old: unknown,
  notes: NameNotes,
): Node | null {
  switch (section) {
    case 'name':
      return scalar(old, form.name)
    case 'strategy':
      return strategy(document, old, form)
    case 'what':
    case 'where':
    case 'who':
      return weights(old, form[section], (name) => notes(section, name))
    case 'languages':
      return texts(old, form.languages, true)
    case 'seeds':
      return texts(old, form.seeds, false)
    case 'when':
      return when(document, old, form.when)
    case 'judge':
      return judge(old, form.judge)
  }
}

type PlainValue = string | number | boolean | null

function isPlain(value: unknown): value is PlainValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** The old scalar with another value; its comment and quotes are kept. */
function scalar(old: unknown, value: PlainValue): Scalar {
  if (!isScalar(old)) return new Scalar(value)
  if (old.value !== value) {
    old.value = value
    // The notation of the old value does not apply to the new one.
    delete old.source
    delete old.format
    delete old.minFractionDigits
  }
  return old
}

/** A name alone, or a mapping with the options; unchanged entries keep their comments. */
function strategy(
  document: Document.Parsed,
  old: unknown,
  { strategy: name, strategyOptions: options = {} }: EventForm,
): Node | null {
  if (name === undefined) return null
  const oldName = isMap(old) ? old.get('name', true) : old
  if (Object.keys(options).length === 0) return scalar(oldName, name)
  const map = isMap(old) ? old : new YAMLMap()
  if (map !== old) map.flow = true
  put(map, 'name', name)
  map.items = map.items.filter((pair) => nameOf(pair) === 'name' || Object.hasOwn(options, nameOf(pair)))
  for (const [key, value] of Object.entries(options)) {
    const pair = sectionOf(map, key)
    if (pair && isNode(pair.value) && isSameValue(pair.value.toJSON(), value)) continue
    if (isPlain(value)) put(map, key, value)
    else map.set(key, document.createNode(value))
  }
  return map
}

function weights(
  old: unknown,
  expected: Readonly<Record<string, number>>,
  note: (name: string) => string | undefined,
): Node | null {
  const left = new Map(Object.entries(expected))
  if (left.size === 0) return null
  if (isSeq(old) && [...left.values()].every((weight) => weight === 1)) return texts(old, [...left.keys()])
  const map = isMap(old) ? old : isSeq(old) ? mapOf(old) : new YAMLMap()
  const first = map.items[0]
  map.items = map.items.filter((pair) => {
    const weight = left.get(nameOf(pair))
    if (weight === undefined) return false
    left.delete(nameOf(pair))
    if (weightOf(pair.value) !== weight) {
      if (isMap(pair.value)) pair.value.set('weight', scalar(pair.value.get('weight', true), weight))
      else pair.value = scalar(pair.value, weight)
    }
    return true
  })
  for (const [name, weight] of left) {
    const value = new Scalar(weight)
    const words = note(name)
    // Inside braces a comment would break the line.
    if (words && !map.flow) value.comment = ` ${words.replace(/[\r\n]/g, ' ')}`
    map.items.push(new Pair(new Scalar(name), value))
  }
  if (first && !map.items.includes(first)) keepHeading(first, map)
  return map
}

/** A comment above the first entry is about all of them and stays if that entry is removed. */
function keepHeading(first: Pair, map: YAMLMap): void {
  const [now] = map.items
  if (now) addAbove(now.key as Node, first.key as Node)
}

function addAbove(node: Node, { commentBefore: heading }: Node): void {
  if (heading) node.commentBefore = node.commentBefore ? `${heading}\n${node.commentBefore}` : heading
}

/** A plain list of words as a mapping with weights of 1, with their comments. */
function mapOf(list: YAMLSeq): YAMLMap {
  const map = new YAMLMap()
  map.flow = list.flow
  for (const item of list.items) {
    const name = textOf(item)
    if (name === undefined) continue
    const [key, weight] = [new Scalar(name), new Scalar(1)]
    if (isScalar(item)) {
      key.commentBefore = item.commentBefore
      weight.comment = item.comment
    }
    map.items.push(new Pair(key, weight))
  }
  return map
}

/** The old list with other items; those that stay keep their comments. */
function texts(old: unknown, expected: readonly string[], flow = false): Node | null {
  if (expected.length === 0) return null
  const list = isSeq(old) ? old : new YAMLSeq()
  if (list !== old) list.flow = flow
  const known = new Map<string | undefined, unknown>(list.items.map((item) => [textOf(item), item]))
  const heading = list.items[0]
  list.items = expected.map((text) => known.get(text) ?? new Scalar(text))
  const [first] = list.items
  if (isScalar(heading) && isScalar(first) && !list.items.includes(heading)) addAbove(first, heading)
  return list
}

function when(document: Document.Parsed, old: unknown, form: EventForm['when']): Node | null {
  const { start, end, interest } = form
  if (start === undefined && end === undefined && interest.length === 0) return null
  if (isScalar(old) && start !== undefined && end === undefined && interest.length === 0)
    return scalar(old, start)
  const map = isMap(old) ? old : new YAMLMap()
  put(map, 'start', start)
  put(map, 'end', end)
  const there: unknown = map.get('interest', true)
  const spans = isSeq(there) ? there : new YAMLSeq()
  if (interest.length === 0) map.delete('interest')
  else {
    const known = new Map(
      spans.items.map((item) => [JSON.stringify(isMap(item) ? item.toJSON() : item), item]),
    )
    spans.items = interest.map(({ from, to, value }) => {
      const span = { from, to, value }
      return known.get(JSON.stringify(span)) ?? document.createNode(span, { flow: true })
    })
    map.set('interest', spans)
  }
  return map
}

function judge(old: unknown, form: EventForm['judge']): Node | null {
  const map = isMap(old) ? old : new YAMLMap()
  put(map, 'threshold', form?.threshold)
  const given = weights(map.get('weights', true), form?.weights ?? {}, () => undefined)
  if (given === null) map.delete('weights')
  else {
    if (isMap(given) && given.items.length > 0 && !isMap(map.get('weights', true))) given.flow = true
    map.set('weights', given)
  }
  return map.items.length === 0 ? null : map
}

/** Sets or removes one entry; an existing one keeps its comment. */
function put(map: YAMLMap, key: string, value: PlainValue | undefined): void {
  if (value === undefined) map.delete(key)
  else if (map.has(key)) {
    const pair = sectionOf(map, key)
    if (pair) pair.value = scalar(pair.value, value)
  } else map.add(new Pair(new Scalar(key), new Scalar(value)))
}
