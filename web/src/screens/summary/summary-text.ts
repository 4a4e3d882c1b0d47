import type { Calls } from '../../../../src/api/routes.ts'

export type Summary = Calls['GET /api/collections/:id/summary']['reply']
export type Sentence = Summary['overview'][number]
type Cite = Sentence['cites'][number]

export interface SummaryHead {
  /** The event's name. */
  readonly name: string
  /** URL of a page in this library. */
  readonly pageUrl: (page: number) => string
}

/** Pages in the order in which they are first cited: the numbers of the notes. */
export function citedPages({ overview, days }: Summary): Map<number, Cite & { readonly number: number }> {
  const cited = new Map<number, Cite & { readonly number: number }>()
  for (const { cites } of [...overview, ...days.flatMap((day) => day.sentences)])
    for (const cite of cites)
      if (!cited.has(cite.page)) cited.set(cite.page, { ...cite, number: cited.size + 1 })
  return cited
}

/** The summary to paste into a letter: sentences with numbered notes. */
export function summaryText(summary: Summary, { name, pageUrl }: SummaryHead): string {
  const cited = citedPages(summary)
  const line = ({ text, cites }: Sentence) => `${oneLine(text)} ${marks(cites, cited)}`.trim()
  return joined([
    [name, '='.repeat(Math.min(80, name.length))],
    summary.overview.map(line),
    ...summary.days.map((day) => [day.day, ...day.sentences.map((sentence) => `  ${line(sentence)}`)]),
    named('Places', summary.places),
    named('People and organisations', summary.who),
    [...cited.values()].map(
      ({ number, page, title, source }) => `[${number}] ${oneLine(title)} (${source}) ${pageUrl(page)}`,
    ),
  ])
}

/** The same as Markdown; the text of pages is escaped, so that no title becomes a heading, a link or HTML. */
export function summaryMarkdown(summary: Summary, { name, pageUrl }: SummaryHead): string {
  const cited = citedPages(summary)
  const line = ({ text, cites }: Sentence) => {
    const notes = cites.map(({ page }) => `[^${cited.get(page)?.number}]`).join('')
    return `${escapeMarkdown(text)}${notes}`
  }
  return joined([
    [`# ${escapeMarkdown(name)}`],
    summary.overview.map((sentence) => `${line(sentence)}\n`),
    ...summary.days.map((day) => [
      `## ${day.day}`,
      '',
      ...day.sentences.map((sentence) => `- ${line(sentence)}`),
    ]),
    listed('Places', summary.places),
    listed('People and organisations', summary.who),
    [...cited.values()].map(
      ({ number, page, title, source }) =>
        `[^${number}]: ${escapeMarkdown(title)} (${escapeMarkdown(source)}), <${pageUrl(page)}>`,
    ),
  ])
}

function marks(cites: readonly Cite[], cited: ReturnType<typeof citedPages>): string {
  return cites.map(({ page }) => `[${cited.get(page)?.number}]`).join('')
}

interface Named {
  readonly name: string
  readonly pages: number
}

function named(head: string, names: readonly Named[]): string[] {
  if (names.length === 0) return []
  return [`${head}: ${names.map(({ name, pages }) => `${oneLine(name)} (${pages})`).join(', ')}`]
}

function listed(head: string, names: readonly Named[]): string[] {
  if (names.length === 0) return []
  return [`## ${head}`, '', ...names.map(({ name, pages }) => `- ${escapeMarkdown(name)} (${pages})`)]
}

const joined = (blocks: readonly (readonly string[])[]) =>
  `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n').trimEnd())
    .join('\n\n')}\n`

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** As text and nothing else, also at the start of a line, where a dash or a number would begin a list. */
function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~!$&^]/g, '\\$&')
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
}
