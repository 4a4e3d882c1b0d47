/** The data of a citation. */
export interface Cited {
  readonly title: string
  /** Registrable domain of the page. */
  readonly source: string
  readonly url: string
  readonly language: string
  /** A day, or null. */
  readonly published: string | null
  /** Time of the archived copy. */
  readonly fetchedAt: string
  /** Digest of the archived record, `sha256:...`; null if no copy was archived. */
  readonly digest: string | null
  readonly collection: string
  readonly page: number
  /** URL of the page in the library. */
  readonly permalink: string
}

export interface Citation {
  readonly text: string
  readonly bibtex: string
  readonly ris: string
}

export function citationOf(cited: Cited): Citation {
  const clean = { ...cited, title: line(cited.title) || cited.source }
  return { text: textOf(clean), bibtex: bibtexOf(clean), ris: risOf(clean) }
}

function textOf({ title, source, url, published, fetchedAt, digest, permalink }: Cited): string {
  const said = /[.!?。！？]$/u.test(title) ? title : `${title}.`
  const proof = digest === null ? 'No copy was kept.' : `Record ${digest}.`
  return `${said} ${line(source)}, ${published ?? 'n.d.'}. ${url}. Archived ${fetchedAt.slice(0, 10)}: ${permalink}. ${proof}`
}

/** Escapes for characters that are special in TeX. BibTeX counts braces even if they are escaped. */
const TEX = new Map([
  ['\\', '\\textbackslash{}'],
  ['{', '\\textbraceleft{}'],
  ['}', '\\textbraceright{}'],
  ['$', '\\$'],
  ['&', '\\&'],
  ['#', '\\#'],
  ['%', '\\%'],
  ['_', '\\_'],
  ['^', '\\textasciicircum{}'],
  ['~', '\\textasciitilde{}'],
])

function tex(text: string): string {
  return line(text).replace(/[\\{}$&#%_^~]/g, (character) => TEX.get(character) ?? character)
}

/** A URL in a `\url{}`-like field: only braces and backslashes, which valid URLs do not contain unescaped, could end the field. */
function texUrl(url: string): string {
  return line(url).replace(/[\\{}]/g, (character) => encodeURIComponent(character))
}

function bibtexOf(cited: Cited): string {
  const { published, fetchedAt, digest } = cited
  const fields: [string, string][] = [
    ['title', `{${tex(cited.title)}}`],
    ['organization', tex(cited.source)],
    ...(published === null
      ? []
      : [['date', published] as [string, string], ['year', published.slice(0, 4)] as [string, string]]),
    ['url', texUrl(cited.url)],
    ['urldate', fetchedAt.slice(0, 10)],
    ...(cited.language === 'und' ? [] : [['langid', tex(cited.language)] as [string, string]]),
    ['note', tex(noteOf(cited.permalink, fetchedAt, digest))],
  ]
  const key = `${cited.collection.replace(/[^a-z0-9]/gi, '')}${cited.page}`
  return `@online{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}},\n`).join('')}}\n`
}

/** One tag per line: a line break inside a value would start another tag. */
function risOf(cited: Cited): string {
  const { published, fetchedAt, digest } = cited
  const tags: [string, string][] = [
    ['TY', 'ELEC'],
    ['TI', cited.title],
    ['PB', cited.source],
    ...(published === null
      ? []
      : [
          ['DA', published.replaceAll('-', '/')] as [string, string],
          ['PY', published.slice(0, 4)] as [string, string],
        ]),
    ['UR', cited.url],
    ['Y2', fetchedAt.slice(0, 10).replaceAll('-', '/')],
    ...(cited.language === 'und' ? [] : [['LA', cited.language] as [string, string]]),
    ['L2', cited.permalink],
    ['N1', noteOf(cited.permalink, fetchedAt, digest)],
    ['ID', `${cited.collection}-${cited.page}`],
    ['ER', ''],
  ]
  return tags.map(([tag, value]) => `${tag}  - ${line(value)}\r\n`).join('')
}

function noteOf(permalink: string, fetchedAt: string, digest: string | null): string {
  return `Archived ${fetchedAt}, ${digest === null ? 'no copy kept' : `record ${digest}`}, ${permalink}`
}

/** One line without control characters and bidirectional marks, which could hide part of the citation. */
function line(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
