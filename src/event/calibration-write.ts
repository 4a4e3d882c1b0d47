import { Document, isMap, isNode, type Node, type Pair, Scalar, YAMLMap } from 'yaml'
import { parseYaml } from '../yaml/parse-yaml.ts'
import { FORMAT, isSameValue, nameOf, rendered, sectionOf } from './yaml-section.ts'

/** The contents of the `judge:` section of an event file after a calibration. */
export interface JudgeSection {
  readonly threshold: number
  readonly weights: ReadonlyMap<string, number>
  readonly terms: number
  /** The reason, written as a comment. */
  readonly reason: string
}

/** Comments that start like this were written by a calibration and may be replaced by the next one. */
const OURS = ' calibrated'

/** The section alone, to be pasted into an event file. */
export function judgeSection(section: JudgeSection): string {
  const pair = new Document().createPair('judge', new YAMLMap())
  update(pair, section)
  return rendered(pair)
}

/** The event file with the section added or updated; nothing else changes, not even white space. */
export function withJudge(text: string, section: JudgeSection): string {
  const document = parseYaml(text)
  const expected = { ...document.toJS(), judge: plain(section) }
  const spliced = splice(text, document.contents, section)
  if (spliced !== null && isSame(spliced, expected)) return spliced
  // A layout that cannot be split at a line, such as a whole event in one pair of braces: rewritten, with its
  // comments.
  const pair = judgePair(document.contents) ?? document.createPair('judge', new YAMLMap())
  update(pair, section)
  document.set('judge', pair.value)
  return document.toString(FORMAT)
}

/** The event file as it was before any calibration. */
export function withoutJudge(text: string): string {
  const document = parseYaml(text)
  document.delete('judge')
  return document.toString(FORMAT)
}

function splice(text: string, root: Node | null, section: JudgeSection): string | null {
  if (!isMap(root) || root.flow) return null
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const withLineEnds = (part: string) => part.replaceAll('\n', newline)
  const old = judgePair(root)
  const key = old?.key as Node | undefined
  const value = old?.value as YAMLMap | undefined
  if (!old || !key?.range || !value?.range) {
    const open = text === '' || text.endsWith('\n') ? '' : newline
    return `${text}${open}${withLineEnds(judgeSection(section))}`
  }
  // Comments above the section, and below it if it is a block, are outside the cut and stay unchanged.
  key.commentBefore = undefined
  key.spaceBefore = false
  const end = value.flow ? endOfLine(text, value.range[1]) : value.range[1]
  if (!value.flow) value.comment = undefined
  update(old, section)
  return text.slice(0, key.range[0]) + withLineEnds(rendered(old)) + text.slice(end)
}

function update(pair: Pair, section: JudgeSection): void {
  const judge = pair.value as YAMLMap
  if (judge.has('threshold')) judge.set('threshold', section.threshold)
  else judge.set('threshold', new Scalar(section.threshold))
  // Inside braces a comment would break the line, so it follows them.
  const explained = judge.flow ? judge : judge.get('threshold', true)
  if (isNode(explained) && (!explained.comment || explained.comment.startsWith(OURS))) {
    explained.comment = `${OURS}: ${section.reason.replace(/[\r\n]/g, ' ')}`
  }
  const weights = judge.get('weights', true)
  if (isMap(weights)) {
    weights.items = weights.items.filter((item) => section.weights.has(nameOf(item)))
    for (const [name, weight] of section.weights) weights.set(name, weight)
  } else {
    judge.set('weights', new Document().createNode(section.weights, { flow: true }))
  }
  judge.set('terms', section.terms)
}

function plain({ threshold, weights, terms }: JudgeSection) {
  return { threshold, weights: Object.fromEntries(weights), terms }
}

function isSame(text: string, expected: object): boolean {
  const document = parseYaml(text)
  return document.errors.length === 0 && isSameValue(document.toJS(), expected)
}

function judgePair(root: Node | null): Pair | undefined {
  const pair = sectionOf(root, 'judge')
  return isMap(pair?.value) ? pair : undefined
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}
